import { Group, Stack, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, client } from '../../../../api/client.ts'
import { ExecutionsTable } from '../../../../components/executions/executions-table.tsx'
import { isLive } from '../../../../components/executions/shapes.ts'
import { scheduleNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { paths } from '../../../../paths.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ButtonLink, PageLink } from '../../../../ui/link.tsx'
import { SchedulesTable } from '../../schedules/schedules-table.tsx'
import { TriggersTable } from '../../triggers/triggers-table.tsx'
import { newestRuns } from './newest-runs.ts'

const PAGE_RUNS = 50
const PAGE_STARTERS = 25
const LIVE_MS = 1_500
const IDLE_MS = 10_000

interface RunsTabProps {
  readonly projectId: string
  readonly name: string
}

/** When a pipeline runs by itself, and how its newest runs went. */
export const RunsTab = ({ projectId, name }: RunsTabProps) => (
  <Stack gap="md">
    <Runs projectId={projectId} name={name} />
    <Schedules projectId={projectId} name={name} />
    <Triggers projectId={projectId} name={name} />
  </Stack>
)

function Runs({ projectId, name }: RunsTabProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['newest runs', '/v1/pipeline-executions', projectId, name],
    queryFn: () => newestRuns(name, (token) => readRuns(projectId, name, token)),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => isLive(status)) ? LIVE_MS : IDLE_MS),
  })
  return (
    <div>
      <Group justify="space-between">
        <Title order={3}>Newest runs</Title>
        <PageLink
          to={paths.projectExecutions}
          params={{ projectId }}
          search={{ pipeline: name }}
          size="sm"
          underline="always"
        >
          All of its executions
        </PageLink>
      </Group>
      <ExecutionsTable
        label="Runs of this pipeline"
        executions={data}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title="No recent runs">Start one with Run, or create a schedule.</EmptyState>}
      />
    </div>
  )
}

async function readRuns(projectId: string, pipelineName: string, token: string | undefined) {
  const { data, error } = await client.GET('/v1/pipeline-executions', {
    params: {
      query: {
        projectId,
        pipelineName,
        limit: PAGE_RUNS,
        ...(token !== undefined && { paginationToken: token }),
      },
    },
  })
  if (error !== undefined) throw error
  return data
}

function Schedules({ projectId, name }: RunsTabProps) {
  const [page, turn] = useState(0)
  const query = { pipelineName: name, page, size: PAGE_STARTERS }
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/schedules',
    { params: { path: { projectId }, query } },
    { placeholderData: keepPreviousData },
  )
  return (
    <div>
      <Group justify="space-between">
        <Title order={3}>Schedules</Title>
        <May needs={scheduleNeed(projectId)}>
          <ButtonLink
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            to={paths.newSchedule}
            params={{ projectId }}
            search={{ pipeline: name }}
          >
            New schedule
          </ButtonLink>
        </May>
      </Group>
      {data?.total === 0 ? (
        <EmptyState title="No schedule runs it">
          It runs when a user or another pipeline starts it.
        </EmptyState>
      ) : (
        <SchedulesTable
          projectId={projectId}
          rows={data}
          error={error}
          onRetry={() => void refetch()}
          onPage={turn}
          isFiltered
        />
      )}
    </div>
  )
}

function Triggers({ projectId, name }: RunsTabProps) {
  const [page, turn] = useState(0)
  const query = { pipelineName: name, page, size: PAGE_STARTERS }
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/triggers',
    { params: { path: { projectId }, query } },
    { placeholderData: keepPreviousData },
  )
  return (
    <div>
      <Group justify="space-between">
        <Title order={3}>Triggers</Title>
        <May needs={scheduleNeed(projectId)}>
          <ButtonLink
            size="compact-sm"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            to={paths.newTrigger}
            params={{ projectId }}
            search={{ pipeline: name }}
          >
            New trigger
          </ButtonLink>
        </May>
      </Group>
      {data?.total === 0 ? (
        <EmptyState title="No trigger runs it">No event starts it automatically.</EmptyState>
      ) : (
        <TriggersTable
          projectId={projectId}
          rows={data}
          error={error}
          onRetry={() => void refetch()}
          onPage={turn}
          isFiltered
        />
      )}
    </div>
  )
}
