import { Anchor, Stack, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { bytesOr } from '../../ui/bytes.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { PageLink } from '../../ui/link.tsx'
import { useProjectNames } from '../projects.ts'
import { type ComponentStatistics, countOf, durationOr, percent, type Statistics } from './report.ts'

/** The executions whose statistics are shown. */
export interface StatisticsQuery {
  readonly endedFrom: string
  readonly endedBefore: string
  readonly projectId?: string
  readonly environmentName?: string
  readonly pipelineName?: string
}

interface PipelinesProps {
  readonly query: StatisticsQuery
  /** Whether pipelines are of several projects. */
  readonly withProject: boolean
  readonly onChoose: (chosen: { readonly pipeline: string; readonly project: string }) => void
}

const LIVE_MS = 30_000
const live = { placeholderData: keepPreviousData, refetchInterval: LIVE_MS } as const

/** Pipelines, those with the most executions first. */
export function StatisticsOfPipelines({ query, withProject, onChoose }: PipelinesProps) {
  const projectNames = useProjectNames()
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/execution-statistics',
    { params: { query: { ...query, by: 'PIPELINE' } } },
    live,
  )
  const columns: readonly Column<Statistics>[] = [
    {
      header: 'Pipeline',
      cell: ({ pipelineName, projectId }) => (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="left"
          onClick={() => onChoose({ pipeline: pipelineName!, project: projectId! })}
        >
          {pipelineName}
        </Anchor>
      ),
    },
    ...(withProject
      ? [
          {
            header: 'Project',
            cell: ({ projectId }: Statistics) => projectNames.get(projectId!) ?? projectId,
          },
        ]
      : []),
    { header: 'Executions', align: 'right', cell: (one) => countOf(one).toLocaleString() },
    { header: 'Failed', align: 'right', cell: (one) => <FailedExecutions {...one} /> },
    { header: 'Success rate', align: 'right', cell: ({ successRate }) => percent(successRate) },
    { header: 'Median', align: 'right', cell: ({ medianMs }) => durationOr(medianMs) },
    { header: '95th percentile', align: 'right', cell: ({ p95Ms }) => durationOr(p95Ms) },
    { header: 'Average wait', align: 'right', cell: ({ averageWaitMs }) => durationOr(averageWaitMs) },
    { header: 'Rows', align: 'right', cell: ({ rows }) => rows.toLocaleString() },
    { header: 'Bytes', align: 'right', cell: ({ bytes }) => bytesOr(bytes) },
  ]
  return (
    <Section title="Pipelines">
      <DataTable
        label="Pipelines"
        columns={columns}
        rows={data && { results: data.results }}
        rowKey={({ projectId, pipelineName }) => `${projectId} ${pipelineName}`}
        error={error}
        onRetry={() => void refetch()}
        empty={null}
      />
    </Section>
  )
}

/** Leads to the executions that failed. */
const FailedExecutions = ({ failed, projectId, pipelineName }: Statistics) =>
  failed === 0 ? (
    '0'
  ) : (
    <PageLink
      to={paths.projectExecutions}
      params={{ projectId: projectId! }}
      search={{ pipeline: pipelineName, status: 'FAILED' }}
    >
      {failed.toLocaleString()}
    </PageLink>
  )

const componentColumns: readonly Column<ComponentStatistics>[] = [
  { header: 'Component', cell: ({ componentName }) => componentName },
  { header: 'Type', cell: ({ componentType }) => componentType },
  { header: 'Pipeline', cell: ({ pipelineName }) => pipelineName },
  { header: 'Total time', align: 'right', cell: ({ totalMs }) => durationOr(totalMs) },
  { header: 'Runs', align: 'right', cell: ({ runs }) => runs.toLocaleString() },
  { header: 'Failures', align: 'right', cell: ({ failures }) => failures.toLocaleString() },
  { header: 'Average', align: 'right', cell: ({ averageMs }) => durationOr(averageMs) },
  { header: 'Longest', align: 'right', cell: ({ longestMs }) => durationOr(longestMs) },
  { header: 'Rows', align: 'right', cell: ({ rows }) => rows.toLocaleString() },
  { header: 'Bytes', align: 'right', cell: ({ bytes }) => bytesOr(bytes) },
]

/** Components, those that took the most time in all first. */
export function SlowestComponents({ query }: { readonly query: StatisticsQuery }) {
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/component-statistics',
    { params: { query } },
    live,
  )
  return (
    <Section title="Slowest components">
      <DataTable
        label="Slowest components"
        columns={componentColumns}
        rows={data}
        rowKey={({ projectId, pipelineName, componentName, componentType }) =>
          JSON.stringify([projectId, pipelineName, componentName, componentType])
        }
        error={error}
        onRetry={() => void refetch()}
        empty={null}
      />
    </Section>
  )
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack gap="xs">
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </Stack>
)
