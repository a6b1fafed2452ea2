import { MultiSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import type { Value, Variable } from '../shapes.ts'
import type { Cells } from '../table/use-cells.ts'
import { isGrid, writtenValue } from '../values.ts'
import { ValueField } from './value-field.tsx'

interface SeveralDialogProps {
  readonly variable: Variable
  readonly environments: readonly string[]
  readonly cells: Cells
  readonly onClose: () => void
}

/** One value for many environments at once. Those that do not take it say so in their cells. */
export function SeveralDialog({ variable, environments, cells, onClose }: SeveralDialogProps) {
  const [chosen, choose] = useState<string[]>([...environments])
  const [value, setValue] = useState<Value>(variable.value)
  const [isPending, setPending] = useState(false)
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (chosen.length === 0) return
    setPending(true)
    await cells.override(variable, chosen, isGrid(value) ? value : writtenValue(variable.type, String(value)))
    setPending(false)
    onClose()
  }
  return (
    <DialogForm
      title={`${variable.name} in several environments`}
      isOpen
      onClose={onClose}
      onSubmit={(event) => void save(event)}
      action="Set"
      isPending={isPending}
      size="lg"
    >
      <ValueField
        label={variable.type === 'GRID' ? `Rows of ${variable.name}` : 'Value'}
        type={variable.type}
        columns={variable.columns ?? []}
        value={value}
        onChange={setValue}
      />
      <MultiSelect
        label="Environments"
        data={environments}
        value={chosen}
        onChange={choose}
        searchable
        error={chosen.length === 0 ? 'Choose at least one environment' : undefined}
      />
    </DialogForm>
  )
}
