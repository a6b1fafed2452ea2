import { Input } from '@mantine/core'
import type { ParameterPath } from '../../../../src/pipeline/model.ts'
import { type Cell, GridEditor } from '../../../ui/grid-editor.tsx'
import { ExpressionInput } from '../editors/expression-input.tsx'
import type { Kind } from '../editors/names.ts'
import { type FieldProps, faultAt, faultWithin, framing, kindOfHeading } from './property-context.ts'
import { columnsOf, listAsRows, listWritten, rowsOf, rowsWritten } from './values.ts'

/** Texts, one below the other. */
export function ListField(props: FieldProps) {
  const { field, path, value, form } = props
  const { title = field.name, 'x-names': kind } = field.property
  return (
    <Grid
      {...props}
      columns={[title]}
      rows={listAsRows(value)}
      kinds={[kind ?? kindOfHeading(title)]}
      onRows={(rows) => form.onChange(path, listWritten(value, rows))}
    />
  )
}

/** Rows of cells below the headings of the catalogue. */
export function RowsField(props: FieldProps) {
  const { field, path, value, form } = props
  const rows = rowsOf(value)
  const columns = columnsOf(field.property, rows)
  return (
    <Grid
      {...props}
      columns={columns}
      rows={rows}
      kinds={columns.map(kindOfHeading)}
      onRows={(changed) => form.onChange(path, rowsWritten(value, changed))}
    />
  )
}

interface GridProps extends FieldProps {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly kinds: readonly Kind[]
  readonly onRows: (rows: string[][]) => void
}

function Grid({ columns, rows, kinds, onRows, ...props }: GridProps) {
  const { form, path } = props
  const { label, ...frame } = framing(props)
  const cell = ({ row, column, ...one }: Cell) => {
    const inRow: ParameterPath = [...path, row]
    const fault = faultWithin(form.faults, [...inRow, column]) ?? faultAt(form.faults, inRow)
    return (
      <ExpressionInput
        size="xs"
        {...one}
        error={fault !== undefined}
        names={form.names}
        kind={kinds[column]}
      />
    )
  }
  return (
    <Input.Wrapper {...frame} label={label} labelElement="div">
      <GridEditor
        label={label}
        columns={columns}
        rows={rows}
        cell={cell}
        onChange={form.isReadOnly ? undefined : onRows}
      />
    </Input.Wrapper>
  )
}
