import { Button, Group, Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Ban, RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAddress } from '../../use-address.ts'
import { useProjectNames } from '../projects.ts'
import { cancelNeed, runNeed } from '../rights/common-needs.ts'
import { useMay } from '../rights/use-may.ts'
import { ViewsMenu } from '../saved-views/views-menu.tsx'
import { type BulkAction, BulkDialog } from './bulk-dialog.tsx'
import { CancelMany, type Wish } from './cancel-many.tsx'
import { ExecutionsTable } from './executions-table.tsx'
import { type Filter, filterSearch, isNarrowed, queryOf } from './filter.ts'
import { Filters } from './filters.tsx'
import { OtherFilters } from './other-filters.tsx'
import { Pager } from './pager.tsx'
import { type Execution, isLive } from './shapes.ts'

const PAGE_ROWS = 50
const LIVE_MS = 1_500
const IDLE_MS = 10_000
/** What the pager says of a list that begins with the oldest. */
const OLDEST_FIRST = { first: 'Oldest', back: 'Older', on: 'Newer' }

/**
 * Executions, the newest or the oldest first: filtered, paged and cancelled. Of one project, or of all that
 * the user may see.
 */
export function ExecutionsList({ projectId }: { readonly projectId?: string }) {
  const [address, change] = useAddress(projectId === undefined ? 'executions' : 'projectExecutions')
  const filter: Filter = { ...address, project: projectId ?? address.project }
  const projectNames = useProjectNames()
  const { data, error, refetch, isPlaceholderData } = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: queryOf(filter, PAGE_ROWS) } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.results.some(({ status }) => isLive(status)) ? LIVE_MS : IDLE_MS,
    },
  )
  const shown = data?.results ?? []
  const names = projectId === undefined && { projectNames }
  const may = useMay()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  return (
    <Stack gap="sm">
      <Filters filter={filter} onChange={change} projectId={filter.project} shown={shown} {...names} />
      <OtherFilters filter={filter} onChange={change} />
      <Tools
        filter={filter}
        chosen={shown.filter((one) => chosen.has(one.pipelineExecutionId))}
        onDone={() => choose(new Set())}
        views={<ViewsMenu list="EXECUTIONS" filter={address} projectId={projectId} onChange={change} />}
      />
      <div aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
        <ExecutionsTable
          label="Executions"
          executions={data?.results}
          error={error}
          onRetry={() => void refetch()}
          selection={{
            chosen,
            isSelectable: ({ status, projectId: id, environmentName }) =>
              may(isLive(status) ? cancelNeed(id, environmentName) : runNeed(id, environmentName)),
            onChange: (id, isChosen) => choose((before) => changed(before, id, isChosen)),
          }}
          sorting={{
            value: filter.sort ?? '-queuedAt',
            onChange: (sort) => change({ sort: sort === '-queuedAt' ? undefined : sort, page: undefined }),
          }}
          empty={<Empty filter={address} isOfProject={projectId !== undefined} onClear={change} />}
          {...names}
        />
      </div>
      <Group justify="space-between">
        <Count filter={filter} />
        <Pager
          page={address.page}
          next={data?.more}
          onPage={(page) => change({ page }, { push: true })}
          {...(filter.sort === 'queuedAt' && { words: OLDEST_FIRST })}
        />
      </Group>
    </Stack>
  )
}

/** Counting further would cost more than it says. */
const COUNTED = 1_000

/** How many the filter leaves, on all pages. */
function Count({ filter: { page: _, sort: __, ...filter } }: { readonly filter: Filter }) {
  const { data } = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: { ...queryOf(filter, 1), countUpTo: COUNTED + 1 } } },
    { placeholderData: keepPreviousData, refetchInterval: IDLE_MS },
  )
  const count = data?.count ?? 0
  const shown = count > COUNTED ? `${COUNTED.toLocaleString()}+` : count.toLocaleString()
  return (
    <Text size="sm" c="dimmed">
      {count > 0 && `${shown} ${count === 1 ? 'execution' : 'executions'}`}
    </Text>
  )
}

function changed(before: ReadonlySet<string>, id: string, isChosen: boolean): ReadonlySet<string> {
  const after = new Set(before)
  if (isChosen) after.add(id)
  else after.delete(id)
  return after
}

interface ToolsProps {
  readonly filter: Filter
  readonly chosen: readonly Execution[]
  readonly onDone: () => void
  readonly views: ReactNode
}

/**
 * What is done with many at once. Cancelling by the filter needs a project; without one only chosen ones can
 * be.
 */
function Tools({ filter, chosen, onDone, views }: ToolsProps) {
  const [wish, ask] = useState<Wish | undefined>()
  const [bulk, setBulk] = useState<Bulk | undefined>()
  const may = useMay()
  const [live, ended] = [
    chosen.filter(({ status }) => isLive(status)),
    chosen.filter(({ status }) => !isLive(status)),
  ]
  const icon = <Ban size={14} aria-hidden />
  return (
    <Group gap="xs">
      {views}
      {live.length > 0 && (
        <Button
          size="xs"
          color="red"
          variant="light"
          leftSection={icon}
          onClick={() => setBulk({ action: 'cancel', executions: live })}
        >
          Cancel {live.length} selected
        </Button>
      )}
      {ended.length > 0 && (
        <Button
          size="xs"
          variant="light"
          leftSection={<RotateCcw size={14} aria-hidden />}
          onClick={() => setBulk({ action: 'rerun', executions: ended })}
        >
          Rerun {ended.length} selected
        </Button>
      )}
      {filter.project !== undefined && may(cancelNeed(filter.project)) && (
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          onClick={() => ask({ filter, projectId: filter.project! })}
        >
          {isNarrowed({ ...filter, project: undefined }) ? 'Cancel all matching' : 'Cancel all running'}
        </Button>
      )}
      <CancelMany wish={wish} onClose={() => ask(undefined)} onCancelled={onDone} />
      {bulk !== undefined && (
        <BulkDialog
          {...bulk}
          onClose={() => {
            setBulk(undefined)
            onDone()
          }}
        />
      )}
    </Group>
  )
}

/** The executions as they were when they were chosen: the list goes on changing behind the dialog. */
interface Bulk {
  readonly action: BulkAction
  readonly executions: readonly Execution[]
}

interface EmptyProps {
  readonly filter: Filter
  readonly isOfProject: boolean
  readonly onClear: (filter: Filter) => void
}

function Empty({ filter, isOfProject, onClear }: EmptyProps) {
  if (!isNarrowed(filter)) {
    return (
      <EmptyState title="No executions yet">
        {isOfProject
          ? 'Run a pipeline from the Pipelines page, or let a schedule start one.'
          : 'Choose a project and run one of its pipelines, or let a schedule start one.'}
      </EmptyState>
    )
  }
  const none = Object.fromEntries(Object.keys(filterSearch).map((name) => [name, undefined]))
  return (
    <EmptyState title="No executions match">
      <Button variant="default" size="xs" mt="xs" onClick={() => onClear(none)}>
        Clear filters
      </Button>
    </EmptyState>
  )
}
