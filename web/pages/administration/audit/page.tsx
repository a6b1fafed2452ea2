import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { basePath } from '../../../api/base.ts'
import { api } from '../../../api/client.ts'
import { ViewsMenu } from '../../../components/saved-views/views-menu.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { sortingOf } from '../../../ui/sorting.ts'
import { exactTime } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { Administration } from '../frame.tsx'
import { nameOfActor } from './actor-name.ts'
import { EntryDialog } from './entry.tsx'
import { AuditFilters } from './filters.tsx'
import { type Event, queryOf } from './query.ts'
import { Verify } from './verify.tsx'

/** Who changed what, when and from where; the hash of each entry covers the one before it. */
export function AuditPage() {
  const [address, change] = useAddress('audit')
  const [opened, setOpened] = useState<Event>()
  const query = queryOf(address)
  const { sort, sorting } = sortingOf(['-at', 'at'], address.sort, change)
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/events',
    { params: { query: { ...query, page: address.page ?? 0, ...(sort !== undefined && { sort }) } } },
    { placeholderData: keepPreviousData },
  )
  const exported = `${basePath}/v1/events/export?${new URLSearchParams(query as Record<string, string>)}`
  return (
    <Administration
      page="audit"
      lead="Every change and every refused attempt. Secrets are masked."
      actions={
        <>
          <Verify />
          <Button
            component="a"
            href={exported}
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
          >
            Export
          </Button>
        </>
      }
    >
      <AuditFilters address={address} onChange={(wanted) => change({ ...wanted, page: undefined })} />
      <Group>
        <ViewsMenu list="EVENTS" filter={address} onChange={change} />
      </Group>
      <DataTable
        label="Audit log"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ seq }) => String(seq)}
        columns={[timeOf(setOpened), ...columns]}
        sorting={sorting}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No entries match">
            <Button variant="default" size="xs" mt="xs" onClick={() => change(noFilters)}>
              Clear filters
            </Button>
          </EmptyState>
        }
      />
      {opened !== undefined && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Administration>
  )
}

const noFilters = {
  from: undefined,
  to: undefined,
  operation: undefined,
  actorId: undefined,
  projectId: undefined,
  outcome: undefined,
  page: undefined,
}
const timeOf = (onOpen: (entry: Event) => void): Column<Event> => ({
  header: 'Time',
  sort: 'at',
  cell: (entry) => (
    <Anchor component="button" size="sm" className="nowrap" onClick={() => onOpen(entry)}>
      {exactTime(entry.at)}
    </Anchor>
  ),
})

const colours = { SUCCEEDED: 'green', REFUSED: 'orange', UNKNOWN: 'gray' } as const

const columns: readonly Column<Event>[] = [
  {
    header: 'Actor',
    cell: ({ actor }) => (
      <span className="nowrap">{actor === undefined ? 'Unknown' : nameOfActor(actor)}</span>
    ),
  },
  { header: 'Operation', cell: ({ operation }) => operation },
  {
    header: 'Request',
    cell: ({ method, path }) => (
      <Text size="xs" className="monospace" maw={240} truncate title={path}>
        {method} {path}
      </Text>
    ),
  },
  {
    header: 'Outcome',
    cell: ({ outcome, status }) => (
      <Group gap={4} wrap="nowrap">
        <Badge variant="light" color={colours[outcome]} miw="max-content">
          {outcome}
        </Badge>
        {status}
      </Group>
    ),
  },
  { header: 'Address', cell: ({ from }) => from.address },
]
