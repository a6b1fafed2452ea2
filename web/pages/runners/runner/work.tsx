import { Card, Title } from '@mantine/core'
import { api } from '../../../api/client.ts'
import { ExecutionsTable } from '../../../components/executions/executions-table.tsx'
import { useProjectNames } from '../../../components/projects.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'

const LIVE_MS = 2_000
const SHOWN = 50

/** The executions that the runner is running now. */
export function Work({ agentId }: { readonly agentId: string }) {
  const projectNames = useProjectNames()
  const { data, error } = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: { agentId, status: ['RUNNING'], limit: SHOWN } } },
    { refetchInterval: LIVE_MS },
  )
  return (
    <Card withBorder component="section" aria-label="Running executions">
      <Title order={2} mb="xs">
        Running executions
      </Title>
      <ExecutionsTable
        label="Executions of this runner"
        executions={data?.results}
        error={error}
        projectNames={projectNames}
        isCompact
        empty={<EmptyState title="No running executions" />}
      />
    </Card>
  )
}
