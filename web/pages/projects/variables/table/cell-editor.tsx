import { ActionIcon, Group, TextInput, Tooltip } from '@mantine/core'
import { Check, CornerLeftUp, type LucideIcon, Maximize2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { UnsavedGuard } from '../../../../ui/unsaved-guard.tsx'
import { ValueDialog } from '../dialogs/value-dialog.tsx'
import type { Value, Variable } from '../shapes.ts'
import { inOneLine, writtenValue } from '../values.ts'
import type { Cell } from './use-cells.ts'

interface CellEditorProps {
  readonly label: string
  readonly variable: Variable
  readonly value: Value
  readonly onSave: (value: Value) => Promise<void>
  readonly onInherit?: () => Promise<void>
  readonly onClose: () => void
  readonly saveOpen: Cell['saveOpen']
}

/** Writes a value in its cell: Enter saves, as opening another cell does; Escape leaves it as it was. */
export function CellEditor(props: CellEditorProps) {
  const { label, variable, value, onSave, onInherit, onClose, saveOpen } = props
  const [begun] = useState(() => inOneLine(value))
  const [text, setText] = useState(begun)
  const [isPending, setPending] = useState(false)
  const [isRoomy, setRoomy] = useState(false)
  async function act(work: () => Promise<void>): Promise<void> {
    setPending(true)
    await work()
    setPending(false)
  }
  const isDirty = !isPending && text !== begun
  const save = () => void act(() => onSave(writtenValue(variable.type, text)))
  useEffect(() => {
    saveOpen.current = isDirty ? save : undefined
    return () => {
      saveOpen.current = undefined
    }
  })
  function leave(event: KeyboardEvent): void {
    if (event.key === 'Escape') onClose()
  }
  if (isRoomy) return <ValueDialog {...props} value={writtenValue(variable.type, text)} />
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <UnsavedGuard isDirty={() => isDirty} what={label} />
      <Group gap={2} wrap="nowrap">
        <TextInput
          size="xs"
          miw={140}
          aria-label={label}
          autoFocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={leave}
          {...(variable.type === 'NUMBER' && { inputMode: 'decimal' as const })}
        />
        <Tool label="Save" icon={Check} isSubmit isPending={isPending} />
        {variable.type === 'TEXT' && (
          <Tool label="Edit in a dialog" icon={Maximize2} onClick={() => setRoomy(true)} />
        )}
        {onInherit !== undefined && (
          <Tool label="Inherit the project value" icon={CornerLeftUp} onClick={() => void act(onInherit)} />
        )}
        <Tool label="Cancel" icon={X} onClick={onClose} />
      </Group>
    </form>
  )
}

interface ToolProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly isSubmit?: boolean
  readonly isPending?: boolean
  readonly onClick?: () => void
}

const Tool = ({ label, icon: Icon, isSubmit = false, isPending = false, onClick }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon
      type={isSubmit ? 'submit' : 'button'}
      variant={isSubmit ? 'filled' : 'subtle'}
      color={isSubmit ? 'water' : 'gray'}
      aria-label={label}
      loading={isPending}
      onClick={onClick}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
