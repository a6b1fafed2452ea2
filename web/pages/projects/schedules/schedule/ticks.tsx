import { Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { duration } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import { wallOf } from '../fire-notes.ts'
import type { Schedule, Tick } from '../shapes.ts'
import { Outcome } from './outcome.tsx'

const LIVE_MS = 5_000

interface TicksProps {
  readonly projectId: string
  readonly schedule: Schedule
}

/** What became of each due time, the latest first, in the zone of the schedule. */
export function Ticks({ projectId, schedule: { scheduleId, cronTimezone } }: TicksProps) {
  const [{ page = 0 }, change] = useAddress('schedule')
  const columns = useMemo(() => columnsIn(cronTimezone), [cronTimezone])
  const history = api.useQuery(
    'get',
    '/v1/projects/{projectId}/schedules/{scheduleId}/history',
    { params: { path: { projectId, scheduleId }, query: { page } } },
    { refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  )
  return (
    <DataTable
      label="Due times"
      columns={columns}
      rows={history.data}
      rowKey={({ dueAt, backfillId }) => `${dueAt} ${backfillId ?? ''}`}
      error={history.error}
      onRetry={() => void history.refetch()}
      onPage={(wanted) => change({ page: wanted })}
      empty={
        <EmptyState title="No runs yet">
          Every due time is listed here with its outcome. Run the schedule now to try it, or run due times of
          the past under Backfills.
        </EmptyState>
      }
    />
  )
}

function columnsIn(timeZone: string): readonly Column<Tick>[] {
  const wall = wallOf(timeZone)
  return [{ header: 'Due', cell: ({ dueAt }) => <time dateTime={dueAt}>{wall(dueAt)}</time> }, ...others]
}

const others: readonly Column<Tick>[] = [
  { header: 'Outcome', cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    header: 'Execution',
    cell: ({ pipelineExecutionId: executionId }) =>
      executionId === undefined ? (
        '–'
      ) : (
        <PageLink to={paths.execution} params={{ executionId }} size="sm">
          Show
        </PageLink>
      ),
  },
  { header: 'Why', cell: (tick) => <Text size="sm">{whyOf(tick)}</Text> },
  {
    header: 'Late by',
    align: 'right',
    cell: ({ latenessMs, backfillId }) => (backfillId === undefined ? duration(latenessMs) : '–'),
  },
]

function whyOf({ reason, missedCount, backfillId }: Tick): string {
  const missed =
    missedCount === 0
      ? undefined
      : `${missedCount.toLocaleString('en')} due ${missedCount === 1 ? 'time' : 'times'} before it ${
          missedCount === 1 ? 'was' : 'were'
        } left out.`
  const backfill = backfillId === undefined ? undefined : 'Run by a backfill.'
  return [reason, missed, backfill].filter((part) => part !== undefined).join(' ')
}
