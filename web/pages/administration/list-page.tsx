import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { invalidate } from '../../api/client.ts'
import { type PageKey, pages } from '../../pages.ts'
import { type Column, DataTable, type Rows, type Sorting } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Administration } from './frame.tsx'
import { type DialogAction, type Named, type RowAction, RowActions } from './row-actions.tsx'

interface ListPageProps<T> {
  /** Which page it is: its name in the menu is the heading. */
  readonly page: PageKey
  /** What the table lists; the heading when absent. */
  readonly label?: string
  readonly lead: string
  /** The list as it was read, e.g. what `api.useQuery` returned. */
  readonly list: {
    readonly data: Rows<T> | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  /** The path of its API operation: what begins with it is read again after an action on a row. */
  readonly path: string
  readonly rowKey: (row: T) => string
  readonly columns: readonly Column<T>[]
  readonly actions: readonly RowAction<T>[]
  /** Without it the list has no pages. */
  readonly onPage?: (page: number) => void
  /** With it, the headers of columns with `sort` are buttons. */
  readonly sorting?: Sorting
  /** The button above the list, and the dialog it opens. */
  readonly create: {
    readonly label: string
    readonly dialog: (props: { readonly isOpen: boolean; readonly onClose: () => void }) => ReactNode
  }
  /** Says that the list is empty, and what to do next. */
  readonly empty: { readonly title: string; readonly text: string }
  /** Content between the heading and the list. */
  readonly children?: ReactNode
}

/**
 * A page of the administration that is a list: its rows, what can be done with each, and how to create one.
 */
export function ListPage<T extends Named>(props: ListPageProps<T>) {
  const {
    page,
    label = pages[page].label,
    lead,
    list,
    path,
    rowKey,
    columns,
    actions,
    onPage,
    sorting,
  } = props
  const { create, empty, children } = props
  const [isCreating, { open, close }] = useDisclosure(false)
  const [opened, setOpened] = useState<{ readonly row: T; readonly action: DialogAction<T> }>()
  const actionColumn: Column<T> = {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (row) => (
      <RowActions
        row={row}
        actions={actions}
        onDialog={(action) => setOpened({ row, action })}
        onChanged={() => invalidate(path)}
      />
    ),
  }
  return (
    <Administration
      page={page}
      lead={lead}
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          {create.label}
        </Button>
      }
    >
      {children}
      <DataTable
        label={label}
        rows={list.data}
        error={list.error}
        onRetry={() => void list.refetch()}
        rowKey={rowKey}
        columns={[...columns, actionColumn]}
        {...(onPage && { onPage })}
        {...(sorting && { sorting })}
        empty={<EmptyState title={empty.title}>{empty.text}</EmptyState>}
      />
      {create.dialog({ isOpen: isCreating, onClose: close })}
      {opened?.action.dialog(opened.row, () => setOpened(undefined))}
    </Administration>
  )
}
