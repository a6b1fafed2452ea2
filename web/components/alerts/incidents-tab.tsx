import { Stack } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/link.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { Pager } from '../executions/pager.tsx'
import { type Incident, incidentsPath, type Owner, present } from './wire.ts'

export interface CursorProps extends Owner {
  readonly page: string | undefined
  readonly onPage: (page: string | undefined) => void
}

/** What rules reported, newest first. */
export function IncidentsTab({ projectId, page, onPage }: CursorProps) {
  const params = { query: present({ projectId, paginationToken: page }) }
  const list = api.useQuery('get', incidentsPath, { params }, { placeholderData: keepPreviousData })
  return (
    <Stack gap="sm">
      <DataTable
        label="Incidents"
        columns={columns}
        rows={list.data}
        rowKey={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState title="No incidents">
            Problems that rules report appear here and are kept for 90 days after they end.
          </EmptyState>
        }
      />
      <Pager page={page} next={list.data?.more} onPage={onPage} label="Pages of incidents" />
    </Stack>
  )
}

const columns: readonly Column<Incident>[] = [
  { header: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    header: 'What',
    cell: ({ title, pipelineExecutionId }) =>
      pipelineExecutionId === undefined ? (
        title
      ) : (
        <PageLink to="/executions/$executionId" params={{ executionId: pipelineExecutionId }}>
          {title}
        </PageLink>
      ),
  },
  { header: 'Times', align: 'right', cell: ({ occurrences }) => occurrences.toLocaleString('en') },
  { header: 'Rule', cell: ({ alertRuleName }) => alertRuleName },
  { header: 'Opened', cell: ({ openedAt }) => <Ago at={openedAt} /> },
  { header: 'Closed', cell: ({ closedAt }) => closedAt !== undefined && <Ago at={closedAt} /> },
]
