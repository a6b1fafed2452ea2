import { Card, Title } from '@mantine/core'
import { api } from '../../../api/client.ts'
import { ExecutionsTable } from '../../../components/executions/executions-table.tsx'
import { useProjectNames } from '../../../components/projects.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

const LIVE_MS = 2_000
const SHOWN = 50

/** What the runner runs at the moment. */
export function Work({ agentId }: { readonly agentId: string }) {
  const projectNames = useProjectNames()
  const { data, error } = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: { agentId, status: 'RUNNING', limit: SHOWN } } },
    { refetchInterval: LIVE_MS },
  )
  return (
    <Card withBorder component="section" aria-label="What it runs">
      <Title order={2} mb="xs">
        What it runs
      </Title>
      <ExecutionsTable
        label="Executions that run"
        executions={data?.results}
        error={error}
        projectNames={projectNames}
        isCompact
        empty={<EmptyState title="It runs nothing at the moment" />}
      />
    </Card>
  )
}
