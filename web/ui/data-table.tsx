import {
  Group,
  Loader,
  Pagination,
  ScrollArea,
  Stack,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { ProblemAlert } from './problem-alert.tsx'

export interface Column<T> {
  readonly header: string
  readonly cell: (row: T) => ReactNode
  /** Not shown as a header, but said to screen readers: a column of buttons. */
  readonly isQuiet?: boolean
  readonly align?: 'left' | 'right'
  /** What the API orders the list by for this column; without it the list is not sorted by it. */
  readonly sort?: string
}

/** How a list is ordered: a field of the API, with a minus in reverse. */
export interface Sorting {
  readonly value: string
  readonly onChange: (sort: string) => void
}

/** A page of a list as the API answers it, or as much of it as a list without pages has. */
export interface Rows<T> {
  readonly results: readonly T[]
  readonly page?: number
  readonly size?: number
  readonly total?: number
}

interface DataTableProps<T> {
  /** What the table lists, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<T>[]
  readonly rows: Rows<T> | undefined
  readonly rowKey: (row: T) => string
  readonly error?: unknown
  readonly onRetry?: () => void
  /** Asked for page `page` from 0; without it there is no pager. */
  readonly onPage?: (page: number) => void
  /** With it, the headers of columns with `sort` are buttons. */
  readonly sorting?: Sorting
  readonly empty: ReactNode
}

/** A list that pages on the server. While it loads the first time, a loader; when empty, what to do next. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, error, onRetry, onPage, sorting, empty } = props
  if (rows === undefined) {
    if (error) return <ProblemAlert error={error} {...(onRetry && { onRetry })} />
    return <Loader aria-label={`Loading ${label}`} />
  }
  if (rows.results.length === 0 && ((rows.page ?? 0) === 0 || rows.total === 0)) return empty
  return (
    <Stack gap="xs">
      {Boolean(error) && <ProblemAlert error={error} {...(onRetry && { onRetry })} />}
      <ScrollArea
        type="auto"
        offsetScrollbars="present"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}
      >
        <Table highlightOnHover verticalSpacing="xs" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Header key={column.header} column={column} sorting={sorting} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.results.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ header, cell, align = 'left' }) => (
                  <Table.Td key={header} ta={align}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {onPage !== undefined && <Pager rows={rows} onPage={onPage} label={label} />}
    </Stack>
  )
}

interface HeaderProps {
  readonly column: Omit<Column<never>, 'cell'>
  readonly sorting: Sorting | undefined
}

function Header({ column: { header, isQuiet, align = 'left', sort }, sorting }: HeaderProps) {
  if (sort === undefined || sorting === undefined) {
    return (
      <Table.Th scope="col" ta={align}>
        {isQuiet ? <VisuallyHidden>{header}</VisuallyHidden> : header}
      </Table.Th>
    )
  }
  const direction =
    sorting.value === sort ? 'ascending' : sorting.value === `-${sort}` ? 'descending' : 'none'
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[direction]
  return (
    <Table.Th scope="col" ta={align} aria-sort={direction}>
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        className="nowrap"
        onClick={() => sorting.onChange(direction === 'ascending' ? `-${sort}` : sort)}
      >
        {header} <Icon size={13} aria-hidden style={{ opacity: direction === 'none' ? 0.45 : 1 }} />
      </UnstyledButton>
    </Table.Th>
  )
}

interface PagerProps {
  readonly rows: Rows<unknown>
  readonly onPage: (page: number) => void
  readonly label: string
}

/** Which rows of how many are shown, and the way to the other pages. */
export function Pager({ rows: { page = 0, size = 25, total = 0, results }, onPage, label }: PagerProps) {
  const pages = Math.ceil(total / size)
  const first = page * size + 1
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {results.length === 0 ? 'None' : `${first}–${first + results.length - 1}`} of {total.toLocaleString()}
      </Text>
      {/* Also on a page that has become empty, to leave it. */}
      {(pages > 1 || page > 0) && (
        <Pagination
          total={pages}
          value={page + 1}
          onChange={(wanted) => onPage(wanted - 1)}
          size="sm"
          aria-label={`Pages of ${label}`}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  )
}
