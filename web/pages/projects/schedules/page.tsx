import { Group, Stack } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { scheduleNeed } from '../../../components/rights/common-needs.ts'
import { May } from '../../../components/rights/may.tsx'
import { ViewsMenu } from '../../../components/saved-views/views-menu.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { sortingOf } from '../../../ui/sorting.ts'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { Filters } from './filters.tsx'
import { SchedulesTable } from './schedules-table.tsx'

const fields = ['name', 'pipelineName', 'environmentName', 'nextRunAt', 'lastRunAt'] as const
const sorts = [...fields, ...fields.map((field) => `-${field}` as const)] as const
const REFRESH_MS = 10_000

/** The schedules of a project: when each runs next, when it ran last, and whether it runs at all. */
export function SchedulesPage() {
  const projectId = useProjectId()
  const [filter, change] = useAddress('schedules')
  const { page = 0, name, pipeline, environment, enabled } = filter
  const { sort, sorting } = sortingOf(sorts, filter.sort, change)
  const criteria = {
    ...(name !== undefined && { name }),
    ...(pipeline !== undefined && { pipelineName: pipeline }),
    ...(environment !== undefined && { environmentName: environment }),
    ...(enabled !== undefined && { scheduleEnabled: enabled === 'yes' }),
  }
  const query = { ...criteria, page, ...(sort !== undefined && { sort }) }
  const list = api.useQuery(
    'get',
    '/v1/projects/{projectId}/schedules',
    { params: { path: { projectId }, query } },
    { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData },
  )
  const isFiltered = Object.keys(criteria).length > 0
  return (
    <Page
      title="Schedules"
      actions={
        <May needs={scheduleNeed(projectId)}>
          <ButtonLink
            to={paths.newSchedule}
            params={{ projectId }}
            leftSection={<Plus size={16} aria-hidden />}
          >
            New schedule
          </ButtonLink>
        </May>
      }
    >
      {(isFiltered || list.isPlaceholderData || list.data?.total !== 0) && (
        <Stack gap="xs">
          <Filters projectId={projectId} filter={filter} onChange={change} shown={list.data?.results ?? []} />
          <Group>
            <ViewsMenu list="SCHEDULES" filter={filter} projectId={projectId} onChange={change} />
          </Group>
        </Stack>
      )}
      <SchedulesTable
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
