import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Ago } from '../../ui/time.tsx'

const SHOWN = 8
const LIVE_MS = 15_000

/** The schedules that run next, in all projects. */
export function NextRuns({ projectNames }: { readonly projectNames: ReadonlyMap<string, string> }) {
  const { data, error } = api.useQuery(
    'get',
    '/v1/upcoming-runs',
    { params: { query: { limit: SHOWN } } },
    { refetchInterval: LIVE_MS },
  )
  const runs = data?.results ?? []
  return (
    <Card withBorder component="section" aria-label="Next runs">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Next runs</Title>
        <Badge variant="default" size="lg">
          {data === undefined ? '…' : runs.length === SHOWN ? `${SHOWN}+` : runs.length}
        </Badge>
      </Group>
      <ProblemAlert error={error} />
      {data !== undefined && runs.length === 0 && (
        <Text size="sm" c="dimmed">
          No enabled schedule has a next run.
        </Text>
      )}
      <Stack gap={6}>
        {runs.map(({ scheduleId, scheduleName, projectId, pipelineName, environmentName, nextRunAt }) => (
          <Group key={scheduleId} gap="xs" wrap="nowrap">
            <Text size="sm" truncate flex={1}>
              <PageLink to={paths.schedule} params={{ projectId, scheduleId }} underline="always">
                {scheduleName}
              </PageLink>{' '}
              <Text span c="dimmed" size="sm">
                {pipelineName}, {environmentName}, {projectNames.get(projectId)}
              </Text>
            </Text>
            <Text size="sm" c="dimmed">
              <Ago at={nextRunAt} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
