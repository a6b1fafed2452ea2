import { Text } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { api } from '../../../../api/client.ts'
import { isLive } from '../../../../components/executions/shapes.ts'
import type { ComponentState } from '../../../../components/pipeline-graph/model.ts'
import { paths } from '../../../../paths.ts'
import { PageLink } from '../../../../ui/link.tsx'
import { componentStates } from '../../../executions/execution/component-states.ts'
import { useSteps } from '../../../executions/execution/use-steps.ts'

const LIVE_MS = 800

interface RunStatusProps {
  readonly projectId: string
  readonly executionId: string
  /** The states of the components that have begun, by name, whenever they change. */
  readonly onStates: (states: ReadonlyMap<string, ComponentState>) => void
}

/** How the last run goes, why it failed, and the way to its execution. */
export function RunStatus({ projectId, executionId, onStates }: RunStatusProps) {
  const { data } = api.useQuery(
    'get',
    '/v1/pipeline-executions/{pipelineExecutionId}',
    { params: { path: { pipelineExecutionId: executionId } } },
    { refetchInterval: ({ state }) => (isLive(state.data?.status ?? 'QUEUED') ? LIVE_MS : false) },
  )
  const status = data?.status ?? 'QUEUED'
  const { data: read } = useSteps({ projectId, executionId, isLive: isLive(status) })
  const states = useMemo(() => componentStates(read?.steps ?? []), [read])
  useEffect(() => onStates(states), [states, onStates])
  return (
    <Text size="sm" component="div">
      <span role="status">Run: {status}</span>{' '}
      <PageLink to={paths.execution} params={{ executionId }}>
        Open execution
      </PageLink>
      {data?.message !== undefined && (
        <Text
          size="xs"
          role="status"
          lineClamp={2}
          maw={420}
          title={data.message}
          style={{ overflowWrap: 'anywhere' }}
          {...(status === 'FAILED' && { c: 'var(--mantine-color-error)' })}
        >
          {data.message}
        </Text>
      )}
    </Text>
  )
}
