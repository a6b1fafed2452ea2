import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Square, Trash2 } from 'lucide-react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { confirmLoss, showDone, showFailure } from '../../../../ui/confirm.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Page } from '../../../../ui/page.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { Status } from '../../../../ui/status.tsx'
import { useProjectId, useTaskId } from '../../../../use-params.ts'
import { type AgentTask, isAtWork } from '../shapes.ts'
import { Decisions } from './decisions.tsx'
import { Messages } from './messages.tsx'
import { Send } from './send.tsx'

const LIVE_MS = 1_500

/** One agent task: its conversation, the calls that wait for a decision, and what it is told next. */
export function AgentTaskPage() {
  const taskId = useTaskId()
  const projectId = useProjectId()
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/ai/agents/tasks/{taskId}',
    { params: { path: { taskId } } },
    {
      refetchInterval: ({ state }) => (state.data !== undefined && isAtWork(state.data) ? LIVE_MS : false),
    },
  )
  const trail = [
    <PageLink key="all" to={paths.agentTasks} params={{ projectId }} size="sm">
      Agent tasks
    </PageLink>,
  ]
  if (data === undefined && error === null) return <Loader aria-label="Loading the agent task" />
  if (data === undefined)
    return (
      <Page title="Agent task" trail={trail}>
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      </Page>
    )
  return (
    <Page
      title={data.description}
      trail={trail}
      lead={<Facts task={data} />}
      actions={<Actions task={data} />}
    >
      <Stack gap="md">
        <Messages task={data} />
        {data.error !== undefined && (
          <Alert color="red" title="The task failed">
            {data.error}
          </Alert>
        )}
        <Decisions task={data} />
        {!isAtWork(data) && data.isOwn && <Send taskId={taskId} />}
      </Stack>
    </Page>
  )
}

function Facts({
  task: { status, branchName, agentConfig, pendingDecisions, isOwn },
}: {
  readonly task: AgentTask
}) {
  const { projectId, sourceBranchName, environmentName } = agentConfig
  return (
    <Group gap="sm">
      <Status status={status} />
      <Text size="sm" role="status">
        {status === 'RUNNING' &&
          (pendingDecisions.length > 0
            ? `Waits for ${isOwn ? 'your decision' : 'a decision of its creator'}`
            : 'The agent is working')}
      </Text>
      <Text size="sm">
        writes to{' '}
        <PageLink
          to={paths.pipelines}
          params={{ projectId }}
          search={{ branch: branchName }}
          size="sm"
          underline="always"
        >
          {branchName}
        </PageLink>
        , which begins at {sourceBranchName}, and runs in {environmentName}
      </Text>
    </Group>
  )
}

function Actions({ task }: { readonly task: AgentTask }) {
  const { taskId, agentConfig } = task
  const navigate = useNavigate()
  const stop = api.useMutation('post', '/v1/ai/agents/tasks/{taskId}/stop', {
    onSuccess: () => void invalidate('/v1/ai/agents/tasks/{taskId}'),
    onError: showFailure,
  })
  if (isAtWork(task))
    return (
      <Button
        variant="default"
        leftSection={<Square size={16} aria-hidden />}
        disabled={task.status === 'STOPPING'}
        loading={stop.isPending}
        onClick={() => stop.mutate({ params: { path: { taskId } } })}
      >
        Stop
      </Button>
    )
  const remove = async () => {
    const params = { path: { taskId } }
    const { error } = await client.DELETE('/v1/ai/agents/tasks/{taskId}', { params })
    if (error) throw error
    void invalidate('/v1/ai/agents/tasks')
    showDone('The task was deleted')
    await navigate({
      to: paths.agentTasks,
      params: { projectId: agentConfig.projectId },
      ignoreBlocker: true,
    })
  }
  return (
    <Button
      variant="light"
      color="red"
      leftSection={<Trash2 size={16} aria-hidden />}
      onClick={() =>
        confirmLoss({
          title: 'Delete this task?',
          message: 'Its messages are lost. Its branch stays.',
          action: 'Delete task',
          onConfirm: remove,
        })
      }
    >
      Delete
    </Button>
  )
}
