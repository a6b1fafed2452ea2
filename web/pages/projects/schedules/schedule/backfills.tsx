import { Button, Stack, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api, client, invalidate } from '../../../../api/client.ts'
import { runNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { confirmLoss } from '../../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Status } from '../../../../ui/status.tsx'
import { Ago, exactTime } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import type { Backfill, Schedule } from '../shapes.ts'
import { BackfillForm } from './backfill-form.tsx'
import { Outcome } from './outcome.tsx'

const LIVE_MS = 1_500
const REST_MS = 10_000

interface BackfillsProps {
  readonly projectId: string
  readonly schedule: Schedule
}

/** Runs of due times that lie in the past: the way to a new one, and those that there are. */
export function Backfills({ projectId, schedule }: BackfillsProps) {
  const { scheduleId } = schedule
  const [{ page = 0 }, change] = useAddress('schedule')
  const list = api.useQuery(
    'get',
    '/v1/projects/{projectId}/schedules/{scheduleId}/backfills',
    { params: { path: { projectId, scheduleId }, query: { page } } },
    {
      refetchInterval: ({ state }) =>
        state.data?.results.some(({ status }) => status === 'RUNNING') ? LIVE_MS : REST_MS,
      placeholderData: keepPreviousData,
    },
  )
  return (
    <Stack gap="lg">
      <May needs={runNeed(projectId, schedule.environmentName)}>
        <BackfillForm projectId={projectId} schedule={schedule} />
      </May>
      <section aria-label="Backfills of this schedule">
        <Title order={2} mb="xs">
          Backfills of this schedule
        </Title>
        <DataTable
          label="Backfills"
          columns={columnsOf(projectId, schedule)}
          rows={list.data}
          rowKey={({ backfillId }) => backfillId}
          error={list.error}
          onRetry={() => void list.refetch()}
          onPage={(wanted) => change({ page: wanted })}
          empty={
            <EmptyState title="No backfills yet">Choose a past range above and preview its runs.</EmptyState>
          }
        />
      </section>
    </Stack>
  )
}

const columnsOf = (
  projectId: string,
  { scheduleId, environmentName }: Schedule,
): readonly Column<Backfill>[] => [
  {
    header: 'Status',
    cell: ({ status }) => (status === 'DONE' ? <Outcome outcome={status} /> : <Status status={status} />),
  },
  { header: 'From', cell: ({ from }) => exactTime(from) },
  { header: 'To', cell: ({ to }) => exactTime(to) },
  {
    header: 'Queued',
    cell: ({ queued, total }) => `${queued.toLocaleString('en')} of ${total.toLocaleString('en')}`,
  },
  { header: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { header: 'By', cell: ({ createdBy }) => createdBy },
  {
    header: 'Stop',
    isQuiet: true,
    cell: ({ backfillId, status }) =>
      status === 'RUNNING' && (
        <May needs={runNeed(projectId, environmentName)}>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() =>
              confirmLoss({
                title: 'Stop this backfill?',
                message: 'Due times not queued yet will not run. Queued executions are kept.',
                action: 'Stop backfill',
                onConfirm: () => stop(projectId, scheduleId, backfillId),
              })
            }
          >
            Stop
          </Button>
        </May>
      ),
  },
]

async function stop(projectId: string, scheduleId: string, backfillId: string): Promise<void> {
  const { error } = await client.DELETE(
    '/v1/projects/{projectId}/schedules/{scheduleId}/backfills/{backfillId}',
    { params: { path: { projectId, scheduleId, backfillId } } },
  )
  await invalidate('/v1/projects/{projectId}/schedules/{scheduleId}/backfills')
  if (error !== undefined) throw error
}
