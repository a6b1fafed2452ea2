import { ActionIcon, Anchor, Button, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { api, invalidate } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { showFailure } from '../../../ui/confirm.tsx'

interface RunNowProps {
  readonly projectId: string
  readonly scheduleId: string
  readonly name: string
  /** An icon in a row of a list. */
  readonly isCompact?: boolean
}

/** Starts a run of a schedule now, and links to its execution; the due times stay as they are. */
export function RunNow({ projectId, scheduleId, name, isCompact = false }: RunNowProps) {
  const navigate = useNavigate() // messages are rendered outside the router
  const run = api.useMutation('post', '/v1/projects/{projectId}/schedules/{scheduleId}/executions', {
    onSuccess: ({ pipelineExecutionId: executionId }) => {
      void invalidate('/v1/projects/{projectId}/schedules', '/v1/pipeline-executions')
      notifications.show({
        color: 'green',
        withBorder: true,
        message: (
          <>
            {name} runs now.{' '}
            <Anchor
              component="button"
              type="button"
              size="sm"
              onClick={() => void navigate({ to: paths.execution, params: { executionId } })}
            >
              View execution
            </Anchor>
          </>
        ),
      })
    },
    onError: showFailure,
  })
  const start = () => run.mutate({ params: { path: { projectId, scheduleId } } })
  if (!isCompact)
    return (
      <Button
        variant="default"
        leftSection={<Play size={16} aria-hidden />}
        loading={run.isPending}
        onClick={start}
      >
        Run now
      </Button>
    )
  return (
    <Tooltip label="Run now">
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`Run ${name} now`}
        loading={run.isPending}
        onClick={start}
      >
        <Play size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
