import { Radio, Select, Stack, Switch, TagsInput, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { behaviours, type Value, type Variable, type VariableType, variableTypes } from '../shapes.ts'
import { isGrid, withColumns, writtenValue } from '../values.ts'
import { ValueField } from './value-field.tsx'

export interface VariableValues extends Record<string, unknown> {
  name: string
  type: VariableType
  behaviour: Variable['behaviour']
  description: string
  value: Value
  columns: string[]
  supportsDoubleResolution: boolean
}

/** What is sent: columns only of a grid, and a value that is as its type is. */
export function bodyOf({ name: _, type, value, columns, ...rest }: VariableValues) {
  const written =
    type === 'GRID' ? rowsOf(value, columns.length) : writtenValue(type, isGrid(value) ? '' : String(value))
  return { ...rest, type, value: written, ...(type === 'GRID' && { columns }) }
}

/** Rows as wide as there are columns now. */
const rowsOf = (value: Value, width: number): string[][] =>
  (isGrid(value) ? value : []).map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))

/** The fields that new and changed variables have in common. */
export function VariableFields({ form }: { readonly form: UseFormReturnType<VariableValues> }) {
  const { type, columns, value } = form.values
  return (
    <>
      <Select
        label="Type"
        data={variableTypes}
        allowDeselect={false}
        description="TEXT, a NUMBER, or a GRID of text in rows and columns"
        {...form.getInputProps('type')}
      />
      {type === 'GRID' && (
        <TagsInput
          label="Columns"
          description="In order. Press Enter to add one"
          splitChars={[',']}
          {...form.getInputProps('columns')}
          onChange={(wanted) =>
            form.setValues({ columns: wanted, value: withColumns(value, columns, wanted) })
          }
        />
      )}
      {(type !== 'GRID' || columns.length > 0) && (
        <ValueField
          label={type === 'GRID' ? 'Rows' : 'Value'}
          type={type}
          columns={columns}
          value={value}
          onChange={(written) => form.setFieldValue('value', written)}
          error={form.errors['value']}
        />
      )}
      <Radio.Group label="Behaviour" {...form.getInputProps('behaviour')}>
        <Stack gap={6} mt={4}>
          {behaviours.map((one) => (
            <Radio key={one.value} value={one.value} label={one.label} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea label="Description" autosize maxRows={6} {...form.getInputProps('description')} />
      <Switch
        label="Supports double resolution"
        {...form.getInputProps('supportsDoubleResolution', { type: 'checkbox' })}
      />
    </>
  )
}
