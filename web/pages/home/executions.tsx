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
/** Of which some have not finished after the instant that counts. */
const READ_TO_FILTER = 50
const LIVE_MS = 2_000

interface ExecutionCardProps {
  readonly title: string
  readonly filter: Filter
  /** Only those that have finished since; the API filters by the beginning only. */
  readonly finishedAfter?: string
  readonly projectNames: ReadonlyMap<string, string>
  /** Shown when there are none. */
  readonly none: string
  readonly instant: 'startedAt' | 'finishedAt' | 'queuedAt'
  /** The list of all of them. */
  readonly more: ReactNode
}

/** The newest executions of one kind, read again every two seconds. */
export function ExecutionCard(props: ExecutionCardProps) {
  const { title, filter, finishedAfter, projectNames, none, instant, more } = props
  const limit = finishedAfter === undefined ? SHOWN : READ_TO_FILTER
  const query = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: { ...filter, limit } } },
    { refetchInterval: LIVE_MS, placeholderData: (before) => before },
  )
  const read = query.data?.results ?? []
  const found = read.filter(
    ({ finishedAt }) =>
      finishedAfter === undefined || Date.parse(finishedAt ?? '') >= Date.parse(finishedAfter),
  )
  const results = found.slice(0, SHOWN)
  const mayBeMore = query.data?.more !== undefined && found.at(-1) === read.at(-1)
  const areAll = !mayBeMore && found.length <= SHOWN
  const count = areAll ? String(results.length) : `${results.length}+`
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
