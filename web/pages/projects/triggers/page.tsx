import { Select, SimpleGrid } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { NameFilter } from '../../../components/executions/name-filter.tsx'
import { scheduleNeed } from '../../../components/rights/common-needs.ts'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { sortingOf } from '../../../ui/sorting.ts'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { type Condition, conditionTypes, type DataTrigger } from './shapes.ts'
import { TriggersTable } from './triggers-table.tsx'

const REFRESH_MS = 10_000
const sorts = [
  'name',
  '-name',
  'pipelineName',
  '-pipelineName',
  'environmentName',
  '-environmentName',
] as const

/** The triggers of a project: what starts each, and when that happened last. */
export function TriggersPage() {
  const projectId = useProjectId()
  const [{ page = 0, name, pipeline, type, sort: asked }, change] = useAddress('triggers')
  const known = conditionTypes.find(({ value }) => value === type)?.value
  const query = {
    page,
    ...(name !== undefined && { name }),
    ...(pipeline !== undefined && { pipelineName: pipeline }),
    ...(known !== undefined && { conditionType: known satisfies Condition['type'] }),
  }
  const { sort, sorting } = sortingOf(sorts, asked, change)
  const list = api.useQuery(
    'get',
    '/v1/projects/{projectId}/triggers',
    { params: { path: { projectId }, query: { ...query, ...(sort !== undefined && { sort }) } } },
    { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData },
  )
  const shown = list.data?.results ?? []
  const isFiltered = Object.keys(query).length > 1
  return (
    <Page
      title="Triggers"
      actions={
        <May needs={scheduleNeed(projectId)}>
          <ButtonLink
            to={paths.newTrigger}
            params={{ projectId }}
            leftSection={<Plus size={16} aria-hidden />}
          >
            New trigger
          </ButtonLink>
        </May>
      }
    >
      {(isFiltered || list.isPlaceholderData || list.data?.total !== 0) && (
        <Filters shown={shown} filter={{ name, pipeline, type: known }} change={change} />
      )}
      <TriggersTable
        projectId={projectId}
        rows={list.data}
        error={list.error}
        onRetry={() => void list.refetch()}
        onPage={(wanted) => change({ page: wanted })}
        sorting={sorting}
        isFiltered={isFiltered}
      />
    </Page>
  )
}

interface Filter {
  readonly name: string | undefined
  readonly pipeline: string | undefined
  readonly type: string | undefined
}

interface FiltersProps {
  readonly shown: readonly DataTrigger[]
  readonly filter: Filter
  readonly change: (wanted: Partial<Filter> & { readonly page: undefined }) => void
}

function Filters({ shown, filter, change }: FiltersProps) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" verticalSpacing={6}>
      <NameFilter
        label="Name"
        value={filter.name}
        choices={shown.map((trigger) => trigger.name)}
        onChange={(wanted) => change({ page: undefined, name: wanted })}
        isFirst
      />
      <NameFilter
        label="Pipeline"
        value={filter.pipeline}
        choices={shown.map(({ pipelineName }) => pipelineName)}
        onChange={(wanted) => change({ page: undefined, pipeline: wanted })}
      />
      <Select
        label="Condition"
        size="xs"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the condition filter' }}
        data={conditionTypes}
        value={filter.type ?? null}
        onChange={(wanted) => change({ page: undefined, type: wanted ?? undefined })}
      />
    </SimpleGrid>
  )
}
