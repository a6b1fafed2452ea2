import {
  ActionIcon,
  Button,
  Group,
  Pagination,
  ScrollArea,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type ReactNode, useRef, useState } from 'react'
import { pasted } from './grid-paste.ts'
import { useFocusOfRows } from './use-focus-of-rows.ts'

type Rows = readonly (readonly string[])[]

const ROWS_SHOWN = 20

interface GridEditorProps {
  /** What the grid is, for screen readers. */
  readonly label: string
  readonly columns: readonly string[]
  readonly rows: Rows
  /** Without it the rows can be read only. */
  readonly onChange?: ((rows: string[][]) => void) | undefined
  /** Draws a cell; a plain field by default. */
  readonly cell?: DrawCell | undefined
}

export interface Cell {
  /** From 0, as the column. */
  readonly row: number
  readonly column: number
  readonly 'aria-label': string
  readonly value: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
  readonly onPaste: (event: ClipboardEvent) => void
}

type DrawCell = (cell: Cell) => ReactNode

const plainCell: DrawCell = ({ row: _, column: _column, onChange, ...cell }) => (
  <TextInput size="xs" {...cell} onChange={(event) => onChange(event.currentTarget.value)} />
)

/**
 * Rows of text below named columns. What is copied from a spreadsheet fills cells from the one it is pasted
 * into. A grid without rows shows an empty one, which is there once something is written into it.
 */
export function GridEditor({ label, columns, rows, onChange, cell = plainCell }: GridEditorProps) {
  const shown = rows.length === 0 && onChange !== undefined ? [columns.map(() => '')] : rows
  const [page, setPage] = useState(1)
  const root = useRef<HTMLDivElement>(null)
  const focus = useFocusOfRows(root, rows.length)
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_SHOWN))
  const from = (Math.min(page, pages) - 1) * ROWS_SHOWN
  const change = (at: number, column: number, text: string) =>
    onChange?.(shown.map((row, index) => (index === at ? withCell(row, column, text) : [...row])))
  function paste(event: ClipboardEvent, at: number, column: number): void {
    const text = event.clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(text) || onChange === undefined) return
    event.preventDefault()
    onChange(pasted(rows, columns.length, { row: at, column }, text))
  }
  function add(): void {
    focus.toNewRow()
    onChange?.([...rows.map((row) => [...row]), columns.map(() => '')])
    setPage(Math.ceil((rows.length + 1) / ROWS_SHOWN))
  }
  function remove(at: number): void {
    if (at === rows.length - 1) focus.toLastRow()
    onChange?.(rows.filter((_, index) => index !== at).map((row) => [...row]))
  }
  return (
    <Stack gap="xs" ref={root}>
      <ScrollArea
        type="auto"
        offsetScrollbars="x"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        <Table aria-label={label} withRowBorders={false} verticalSpacing={2} horizontalSpacing={4}>
          <Table.Thead>
            <Head columns={columns} />
          </Table.Thead>
          <Table.Tbody>
            {shown.slice(from, from + ROWS_SHOWN).map((row, at) => (
              <GridRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
                key={from + at}
                number={from + at + 1}
                columns={columns}
                row={row}
                cell={cell}
                isReadOnly={onChange === undefined}
                onCell={(column, text) => change(from + at, column, text)}
                onPaste={(event, column) => paste(event, from + at, column)}
                onRemove={rows.length === 0 ? undefined : () => remove(from + at)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      <Foot
        label={label}
        count={rows.length}
        page={Math.min(page, pages)}
        pages={pages}
        onPage={setPage}
        onAdd={onChange === undefined ? undefined : add}
      />
    </Stack>
  )
}

/** A row that is short is filled up to the cell that was written. */
const withCell = (row: readonly string[], column: number, text: string): string[] =>
  Array.from({ length: Math.max(row.length, column + 1) }, (_, at) =>
    at === column ? text : (row[at] ?? ''),
  )

function Head({ columns }: Pick<GridEditorProps, 'columns'>) {
  return (
    <Table.Tr>
      <Table.Th scope="col" w={40}>
        Row
      </Table.Th>
      {columns.map((column) => (
        <Table.Th key={column} scope="col" miw={120}>
          {column}
        </Table.Th>
      ))}
      <Table.Th scope="col" w={40}>
        <VisuallyHidden>Remove</VisuallyHidden>
      </Table.Th>
    </Table.Tr>
  )
}

interface FootProps {
  readonly label: string
  readonly count: number
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
  readonly onAdd: (() => void) | undefined
}

function Foot({ label, count, page, pages, onPage, onAdd }: FootProps) {
  return (
    <Group justify="space-between">
      <Group gap="xs">
        {onAdd !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={onAdd}
          >
            Add row
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {count.toLocaleString()} {count === 1 ? 'row' : 'rows'}
        </Text>
      </Group>
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          aria-label={`Pages of ${label}`}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  )
}

interface GridRowProps {
  readonly number: number
  readonly columns: readonly string[]
  readonly row: readonly string[]
  readonly cell: DrawCell
  readonly isReadOnly: boolean
  readonly onCell: (column: number, text: string) => void
  readonly onPaste: (event: ClipboardEvent, column: number) => void
  /** Absent: there is nothing to remove. */
  readonly onRemove: (() => void) | undefined
}

function GridRow({ number, columns, row, cell, isReadOnly, onCell, onPaste, onRemove }: GridRowProps) {
  return (
    <Table.Tr>
      <Table.Td c="dimmed">{number}</Table.Td>
      {columns.map((column, at) => (
        <Table.Td key={column}>
          {cell({
            row: number - 1,
            column: at,
            'aria-label': `${column}, row ${number}`,
            value: row[at] ?? '',
            readOnly: isReadOnly,
            onChange: (text) => onCell(at, text),
            onPaste: (event) => onPaste(event, at),
          })}
        </Table.Td>
      ))}
      <Table.Td>
        {!isReadOnly && onRemove !== undefined && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove row ${number}`} onClick={onRemove}>
            <Trash2 size={14} aria-hidden />
          </ActionIcon>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
