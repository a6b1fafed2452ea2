import { NativeSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { AssetsTable } from '../../components/lineage/assets-table.tsx'
import { isKind, kinds } from '../../components/lineage/shapes.ts'
import { useProjects } from '../../components/projects.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { sortingOf } from '../../ui/sorting.ts'
import { useWritten } from '../../ui/use-written.ts'
import { type Address, type ChangeAddress, useAddress } from '../../use-address.ts'

const REFRESH_MS = 30_000
const DAY_MS = 86_400_000

/** What the pipelines of the user's projects read and write. */
export function AssetsPage() {
  const [address, change] = useAddress('assets')
  const { page = 0, find, kind, project, stale } = address
  // Not at each rendering: another instant is another question.
  const [now] = useState(Date.now)
  const { sort, sorting } = sortingOf(
    ['name', '-name', 'lastWrittenTime', '-lastWrittenTime'],
    address.sort,
    change,
  )
  const query = {
    page,
    ...(find !== undefined && { search: find }),
    ...(isKind(kind) && { kind }),
    ...(project !== undefined && { projectId: project }),
    ...(stale !== undefined && { lastWrittenBefore: new Date(now - stale * DAY_MS).toISOString() }),
    ...(sort !== undefined && { sort }),
  }
  const list = api.useQuery(
    'get',
    '/v1/assets',
    { params: { query } },
    { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData },
  )
  const isFiltered = [find, kind, project, stale].some((one) => one !== undefined)
  return (
    <Page title="Assets" lead="Tables, objects, files and endpoints that pipelines read and write.">
      <Stack>
        {(isFiltered || list.isPlaceholderData || list.data?.total !== 0) && (
          <Filters address={address} change={change} />
        )}
        <AssetsTable
          rows={list.data}
          error={list.error}
          onRetry={() => void list.refetch()}
          onPage={(wanted) => change({ page: wanted }, { push: true })}
          sorting={sorting}
          empty={
            isFiltered ? (
              <EmptyState title="No assets match">Clear a filter to see more.</EmptyState>
            ) : (
              <EmptyState title="No assets yet">
                They appear when pipelines that read or write something are published, and when they run.
              </EmptyState>
            )
          }
        />
      </Stack>
    </Page>
  )
}

interface FiltersProps {
  readonly address: Address<'assets'>
  readonly change: ChangeAddress<'assets'>
}

function Filters({ address: { find, kind, project, stale }, change }: FiltersProps) {
  const { data } = useProjects()
  const [written, write] = useWritten(find ?? '', (text) =>
    change({ page: undefined, find: text || undefined }),
  )
  const projects = data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 4 }} spacing="xs" verticalSpacing={6}>
      <TextInput
        label="Name or namespace"
        size="xs"
        placeholder="Any"
        leftSection={<Search size={14} aria-hidden />}
        value={written}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        data-filter
      />
      <NativeSelect
        label="Kind"
        size="xs"
        value={isKind(kind) ? kind : ''}
        data={[
          { value: '', label: 'Any' },
          ...Object.entries(kinds).map(([value, { label }]) => ({ value, label })),
        ]}
        onChange={({ currentTarget }) => change({ page: undefined, kind: currentTarget.value || undefined })}
      />
      <Select
        label="Project"
        size="xs"
        placeholder="Any"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the project filter' }}
        data={projects}
        value={project ?? null}
        onChange={(wanted) => change({ page: undefined, project: wanted ?? undefined })}
      />
      <NativeSelect
        label="Freshness"
        size="xs"
        value={String(stale ?? '')}
        data={[
          { value: '', label: 'Any' },
          { value: '1', label: 'Not written for a day' },
          { value: '7', label: 'Not written for 7 days' },
          { value: '30', label: 'Not written for 30 days' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ page: undefined, stale: value === '' ? undefined : Number(value) })
        }
      />
    </SimpleGrid>
  )
}
