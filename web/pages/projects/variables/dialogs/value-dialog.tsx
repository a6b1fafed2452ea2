import { Button, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import type { Value, Variable } from '../shapes.ts'
import { ValueField } from './value-field.tsx'

interface ValueDialogProps {
  readonly label: string
  readonly variable: Variable
  readonly value: Value
  readonly onSave: (value: Value) => Promise<void>
  readonly onInherit?: () => Promise<void>
  readonly onClose: () => void
}

/** A value that needs room: a text of several lines, or the rows of a grid. */
export function ValueDialog({ label, variable, value, onSave, onInherit, onClose }: ValueDialogProps) {
  const [written, write] = useState(value)
  const [isPending, setPending] = useState(false)
  async function act(work: () => Promise<void>): Promise<void> {
    setPending(true)
    await work()
    setPending(false)
  }
  function save(event: FormEvent): void {
    event.preventDefault()
    void act(() => onSave(written))
  }
  return (
    <DialogForm
      title={label}
      isOpen
      onClose={onClose}
      onSubmit={save}
      action="Save"
      isPending={isPending}
      size={variable.type === 'GRID' ? 'xl' : 'lg'}
    >
      {variable.description !== '' && (
        <Text size="sm" c="dimmed">
          {variable.description}
        </Text>
      )}
      <ValueField
        label={variable.type === 'GRID' ? `Rows of ${label}` : 'Value'}
        type={variable.type}
        columns={variable.columns ?? []}
        value={written}
        onChange={write}
      />
      {onInherit !== undefined && (
        <Button variant="subtle" size="compact-sm" onClick={() => void act(onInherit)}>
          Inherit the project value
        </Button>
      )}
    </DialogForm>
  )
}
