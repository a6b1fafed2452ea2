import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { duration } from '../../ui/time.tsx'

const SHOWN = 8
const LIVE_MS = 60_000

/** Pipelines whose newest run took longer than those before it. */
export function SlowerPipelines({ projectNames }: { readonly projectNames: ReadonlyMap<string, string> }) {
  const { data, error } = api.useQuery(
    'get',
    '/v1/slower-pipelines',
    { params: { query: { limit: SHOWN } } },
    { refetchInterval: LIVE_MS },
  )
  const slower = data?.results ?? []
  return (
    <Card withBorder component="section" aria-label="Slower than usual">
      <Title order={2} mb="xs">
        Slower than usual
      </Title>
      <ProblemAlert error={error} />
      {data !== undefined && slower.length === 0 && (
        <Text size="sm" c="dimmed">
          No pipeline took much longer in the last 24 hours than in its earlier runs.
        </Text>
      )}
      <Stack gap={6}>
        {slower.map(
          ({ projectId, pipelineName, environmentName, pipelineExecutionId, durationMs, usualMs }) => (
            <Group key={pipelineExecutionId} gap="xs" wrap="nowrap">
              <Text size="sm" truncate flex={1}>
                <PageLink
                  to={paths.execution}
                  params={{ executionId: pipelineExecutionId }}
                  underline="always"
                >
                  {pipelineName}
                </PageLink>{' '}
                <Text span c="dimmed" size="sm">
                  {environmentName}, {projectNames.get(projectId)}
                </Text>
              </Text>
              <Text size="sm" className="nowrap">
                {duration(durationMs)}{' '}
                <Text span c="dimmed" size="sm">
                  usually {duration(usualMs)}
                </Text>
              </Text>
            </Group>
          ),
        )}
      </Stack>
    </Card>
  )
}
