import { Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWritten } from '../../ui/use-written.ts'
import { Pager } from '../executions/pager.tsx'
import { type Editing, kindWords, labelOf, type Principal } from './shapes.ts'
import { type Source, SourceLine } from './source-line.tsx'

const TYPING_PAUSE_MS = 200

/** A user or credential with all that it was granted, itself or through groups. */
export interface Member<V extends string> extends Principal {
  readonly value: V
  readonly sources: readonly Source<V>[]
}

export interface EveryoneProps<V extends string> extends Editing<V> {
  readonly list: { readonly results: readonly Member<V>[]; readonly more?: string } | undefined
  readonly error: unknown
  readonly find: string
  readonly onFind: (find: string) => void
  /** The token of the page that is shown; undefined on the first. */
  readonly page: string | undefined
  readonly onPage: (page: string | undefined) => void
}

/** Everyone with access, each once, with what it comes from. Direct grants are changed in place. */
export function Everyone<V extends string>(props: EveryoneProps<V>) {
  const { noun, choices, list, error, find, onFind, page, onPage } = props
  const [text, write] = useWritten(find, useDebouncedCallback(onFind, TYPING_PAUSE_MS))
  return (
    <Stack gap="xs">
      <TextInput
        label="Search by name"
        type="search"
        maw={320}
        value={text}
        onChange={({ currentTarget: { value } }) => write(value)}
      />
      <DataTable
        label="Members"
        rows={list}
        error={error}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          { header: 'Kind', cell: ({ kind }) => kindWords[kind] },
          { header: noun, cell: ({ value }) => <Text size="sm">{labelOf(choices, value)}</Text> },
          {
            header: 'Comes from',
            cell: (member) => (
              <Stack gap={4}>
                {member.sources.map((source) => (
                  <SourceLine
                    key={`${source.kind} ${source.groupId ?? ''}`}
                    {...props}
                    member={member}
                    source={source}
                  />
                ))}
              </Stack>
            ),
          },
        ]}
        empty={
          <EmptyState title="No members match">
            Clear the search, or grant access to a user, a group or a credential.
          </EmptyState>
        }
      />
      <Pager
        page={page}
        next={list?.more}
        onPage={onPage}
        label="Pages of members"
        words={{ first: 'First', back: 'Previous', on: 'Next' }}
      />
    </Stack>
  )
}
