import { Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { exactTime } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import { Outcome } from '../../schedules/schedule/outcome.tsx'
import type { TriggerFire } from '../shapes.ts'

const LIVE_MS = 5_000

/** What happened for a trigger and what became of it, the latest first. */
export function Fires({ projectId, triggerId }: { readonly projectId: string; readonly triggerId: string }) {
  const [{ page = 0 }, change] = useAddress('trigger')
  const history = api.useQuery(
    'get',
    '/v1/projects/{projectId}/triggers/{triggerId}/history',
    { params: { path: { projectId, triggerId }, query: { page } } },
    { refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  )
  return (
    <DataTable
      label="What happened"
      columns={columns}
      rows={history.data}
      rowKey={({ cause }) => cause}
      error={history.error}
      onRetry={() => void history.refetch()}
      onPage={(wanted) => change({ page: wanted })}
      empty={
        <EmptyState title="Nothing has happened yet">
          Everything that the trigger waits for is listed here when it happens, with the run that it started
          or the reason why it did not.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<TriggerFire>[] = [
  { header: 'When', cell: ({ occurredAt }) => <time dateTime={occurredAt}>{exactTime(occurredAt)}</time> },
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
  {
    header: 'Why',
    cell: ({ cause, reason, backfilled }) => (
      <div>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {cause}
          {backfilled === true && ' (backfill)'}
        </Text>
        {reason !== undefined && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </div>
    ),
  },
]
