import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { GridEditor } from '../../../../ui/grid-editor.tsx'
import type { Value, VariableType } from '../shapes.ts'
import { isGrid } from '../values.ts'

interface ValueFieldProps {
  readonly label: string
  readonly type: VariableType
  readonly columns: readonly string[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly error?: ReactNode
}

/** A value as its type is written. A number is kept as the text that is written until it is sent. */
export function ValueField({ label, type, columns, value, onChange, error }: ValueFieldProps) {
  switch (type) {
    case 'TEXT':
      return (
        <Textarea
          label={label}
          autosize
          minRows={2}
          maxRows={16}
          value={isGrid(value) ? '' : String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )
    case 'NUMBER':
      return (
        <TextInput
          label={label}
          inputMode="decimal"
          value={isGrid(value) ? '' : String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )
    case 'GRID':
      return (
        <GridEditor label={label} columns={columns} rows={isGrid(value) ? value : []} onChange={onChange} />
      )
  }
}
