import { Card, Group, Title } from '@mantine/core'
import { api } from '../../../api/client.ts'
import { liveStates } from '../../../api/states.generated.ts'
import { ExecutionsTable } from '../../../components/executions/executions-table.tsx'
import { useProjectNames } from '../../../components/projects.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'

const LIVE_MS = 2_000
const SHOWN = 50

/** Those that stop are still on the runner. */
const held = liveStates.filter((state) => state !== 'QUEUED')

/** The executions that the runner is running now. */
export function Work({ agentId }: { readonly agentId: string }) {
  const projectNames = useProjectNames()
  const { data, error } = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: { agentId, status: [...held], limit: SHOWN } } },
    { refetchInterval: LIVE_MS },
  )
  return (
    <Card withBorder component="section" aria-label="Running executions">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Running executions</Title>
        <PageLink to={paths.executions} search={{ runner: agentId }} size="sm" underline="always">
          All of its executions
        </PageLink>
      </Group>
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
