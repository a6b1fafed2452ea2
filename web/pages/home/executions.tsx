import { Badge, Card, Group, Loader, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { operations } from '../../../openapi/types.generated.ts'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'

type Filter = NonNullable<operations['listPipelineExecutions']['parameters']['query']>

const SHOWN = 8
const LIVE_MS = 2_000

interface ExecutionCardProps {
  readonly title: string
  readonly filter: Filter
  readonly projectNames: ReadonlyMap<string, string>
  /** Shown when there are none. */
  readonly none: string
  readonly instant: 'startedAt' | 'finishedAt' | 'queuedAt'
  /** The list of all of them. */
  readonly more: ReactNode
}

/** The newest executions of one kind, read again every two seconds. */
export function ExecutionCard({ title, filter, projectNames, none, instant, more }: ExecutionCardProps) {
  const query = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: { ...filter, limit: SHOWN } } },
    { refetchInterval: LIVE_MS, placeholderData: (before) => before },
  )
  const results = query.data?.results ?? []
  const count = query.data?.more === undefined ? String(results.length) : `${results.length}+`
  return (
    <Card withBorder component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{title}</Title>
        <Badge variant="default" size="lg">
          {query.data === undefined ? '…' : count}
        </Badge>
      </Group>
      <ProblemAlert error={query.error} />
      {query.isLoading && <Loader size="sm" aria-label={`Loading ${title}`} />}
      {query.data !== undefined && results.length === 0 && (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      )}
      <Stack gap={6}>
        {results.map((execution) => (
          <Group key={execution.pipelineExecutionId} gap="xs" wrap="nowrap">
            <Status status={execution.status} />
            <Text size="sm" truncate flex={1}>
              <PageLink
                to={paths.execution}
                params={{ executionId: execution.pipelineExecutionId }}
                underline="always"
              >
                {execution.pipelineName}
              </PageLink>{' '}
              <Text span c="dimmed" size="sm">
                {projectNames.get(execution.projectId)}
              </Text>
            </Text>
            <Text size="sm" c="dimmed">
              <Ago at={execution[instant]} />
            </Text>
          </Group>
        ))}
      </Stack>
      {results.length > 0 && (
        <Text size="sm" mt="xs">
          {more}
        </Text>
      )}
    </Card>
  )
}
