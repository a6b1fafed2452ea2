import type { ReactNode } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { GrantSelect, RemoveGrant } from './grant-fields.tsx'
import { type Editing, kindWords, labelOf, type Principal } from './shapes.ts'

/** What was granted to one user, group or credential. */
export interface Grant<V extends string> extends Principal {
  readonly value: V
}

interface GrantsProps<V extends string> extends Editing<V> {
  readonly rows: { readonly results: readonly Grant<V>[]; readonly total: number } | undefined
  readonly error: unknown
  readonly onPage: (page: number) => void
  readonly empty: ReactNode
}

/** The grants to users, groups and credentials, editable in place. */
export function Grants<V extends string>(props: GrantsProps<V>) {
  const { noun, choices, mayChange, onGive, onTake, rows, error, onPage, empty } = props
  return (
    <DataTable
      label="Direct grants"
      rows={rows}
      error={error}
      rowKey={({ id }) => id}
      onPage={onPage}
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        { header: 'Kind', cell: ({ kind }) => kindWords[kind] },
        {
          header: noun,
          cell: (member) =>
            mayChange ? (
              <GrantSelect
                noun={noun}
                name={member.name}
                choices={choices}
                value={member.value}
                onChange={(value) => onGive(member, value)}
              />
            ) : (
              labelOf(choices, member.value)
            ),
        },
        {
          header: 'Remove',
          isQuiet: true,
          align: 'right',
          cell: (member) => mayChange && <RemoveGrant member={member} onTake={onTake} />,
        },
      ]}
      empty={empty}
    />
  )
}
