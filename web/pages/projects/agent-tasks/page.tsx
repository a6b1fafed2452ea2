import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { Status } from '../../../ui/status.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { type AgentTaskSummary, isAtWork } from './shapes.ts'

const LIVE_MS = 2_000
const SIZE = 20

/** The agent tasks of a project: one's own, and for its administrators all of them. */
export function AgentTasksPage() {
  const projectId = useProjectId()
  const [{ page = 0 }, change] = useAddress('agentTasks')
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/ai/agents/tasks',
    { params: { query: { projectId, page, size: SIZE } } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.tasks.some(isAtWork) ? LIVE_MS : false),
    },
  )
  return (
    <Page
      title="Agent tasks"
      lead="An AI agent works on a branch with your rights, and asks before it runs anything."
      actions={
        <May needs={{ projectId, permission: 'repository:push' }}>
          <NewTask projectId={projectId} />
        </May>
      }
    >
      <DataTable
        label="Agent tasks"
        columns={columns}
        rows={data && { results: data.tasks, page: data.page, size: data.size, total: data.total }}
        rowKey={({ taskId }) => taskId}
        error={error}
        onRetry={() => void refetch()}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No agent task yet">
            Describe a task, such as “Load the orders of yesterday and count them by country”. You review the
            branch of the agent and merge it.
          </EmptyState>
        }
      />
    </Page>
  )
}

function NewTask({ projectId }: { readonly projectId: string }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={open} aria-haspopup="dialog">
        New task
      </Button>
      {isOpen && <NewTaskDialog projectId={projectId} onClose={close} />}
    </>
  )
}

const columns: readonly Column<AgentTaskSummary>[] = [
  { header: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    header: 'Task',
    cell: ({ taskId, description, agentConfig: { projectId } }) => (
      <PageLink to={paths.agentTask} params={{ projectId, taskId }} size="sm" fw={500} lineClamp={2}>
        {description}
      </PageLink>
    ),
  },
  { header: 'Branch', cell: ({ branchName }) => branchName },
  { header: 'Environment', cell: ({ agentConfig }) => agentConfig.environmentName },
  { header: 'Changed', cell: ({ modifiedAt }) => <Ago at={modifiedAt} /> },
]
