import { Button, Card, Group, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import type { SearchOf } from '../../ui/address.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { bytesOr } from '../../ui/bytes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import {
  countOf,
  durationBars,
  durationOr,
  type Statistics as Figures,
  lastDays,
  outcomeBars,
  percent,
  ranges,
  waitBars,
} from './report.ts'
import type { statisticsSearch } from './search.ts'
import { SlowestComponents, StatisticsOfPipelines } from './tables.tsx'

interface StatisticsProps {
  /** Only this project; undefined: all that the user may see. */
  readonly projectId: string | undefined
  readonly address: SearchOf<typeof statisticsSearch>
  readonly onChange: (wanted: SearchOf<typeof statisticsSearch>) => void
}

const USUAL_DAYS = 30
const LIVE_MS = 30_000
const live = { placeholderData: keepPreviousData, refetchInterval: LIVE_MS } as const

/** How executions went in the last days: figures, charts by day, pipelines and the slowest components. */
export function Statistics({ projectId: fixed, address, onChange }: StatisticsProps) {
  const { days = USUAL_DAYS, environment, pipeline } = address
  const projectId = fixed ?? address.project
  const range = lastDays(Math.min(days, ranges.at(-1)!), new Date())
  const scope = { ...range, ...(projectId !== undefined && { projectId }) }
  const query = {
    ...scope,
    ...(environment !== undefined && { environmentName: environment }),
    ...(pipeline !== undefined && { pipelineName: pipeline }),
  }
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/execution-statistics',
    { params: { query } },
    live,
  )
  const narrowed = environment !== undefined || pipeline !== undefined
  return (
    <Stack gap="md">
      <Narrowing
        days={days}
        isOfProject={fixed !== undefined}
        scope={scope}
        address={address}
        onChange={onChange}
      />
      {data === undefined && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data !== undefined &&
        (countOf(data.overall) === 0 ? (
          <EmptyState title="No executions ended in this period">
            {narrowed
              ? 'Choose another period, environment or pipeline.'
              : 'Executions of published pipelines are counted within seconds of their end.'}
          </EmptyState>
        ) : (
          <>
            <Totals overall={data.overall} query={query} />
            <Charts days={data.results} />
            <StatisticsOfPipelines
              query={query}
              withProject={fixed === undefined}
              onChoose={(chosen) => onChange(fixed === undefined ? chosen : { pipeline: chosen.pipeline })}
            />
            <SlowestComponents query={query} />
          </>
        ))}
    </Stack>
  )
}

interface NarrowingProps extends Pick<StatisticsProps, 'address' | 'onChange'> {
  readonly days: number
  readonly isOfProject: boolean
  /** The period, and the project if there is one. */
  readonly scope: ReturnType<typeof lastDays>
}

function Narrowing({
  days,
  isOfProject,
  scope,
  address: { environment, pipeline },
  onChange,
}: NarrowingProps) {
  const environments = useEnvironments(scope)
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Period"
        value={String(days)}
        data={ranges.map((one) => ({ value: String(one), label: `Last ${one} days` }))}
        onChange={({ currentTarget: { value } }) => onChange({ days: Number(value) })}
      />
      <NativeSelect
        label="Environment"
        value={environment ?? ''}
        data={[
          { value: '', label: 'All' },
          ...[...new Set([...environments, ...(environment === undefined ? [] : [environment])])],
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ environment: value })}
      />
      {pipeline !== undefined && (
        <Button
          variant="default"
          rightSection={<X size={14} aria-hidden />}
          onClick={() => onChange({ pipeline: undefined, ...(!isOfProject && { project: undefined }) })}
          aria-label={`All pipelines, not only ${pipeline}`}
        >
          Pipeline: {pipeline}
        </Button>
      )}
    </Group>
  )
}

/** Of the executions of the period, whichever is chosen. */
function useEnvironments(scope: ReturnType<typeof lastDays>): readonly string[] {
  const { data } = api.useQuery(
    'get',
    '/v1/execution-statistics',
    { params: { query: { ...scope, by: 'ENVIRONMENT' } } },
    live,
  )
  return [...new Set(data?.results.map(({ environmentName }) => environmentName!))].toSorted()
}

interface TotalsProps {
  readonly overall: Omit<Figures, 'day'>
  readonly query: {
    readonly projectId?: string
    readonly environmentName?: string
    readonly pipelineName?: string
  }
}

/** Counting further would cost more than it says. */
const COUNTED = 1_000

function Totals({ overall, query: { projectId, environmentName, pipelineName } }: TotalsProps) {
  const filter = {
    ...(projectId !== undefined && { projectId }),
    ...(environmentName !== undefined && { environmentName }),
    ...(pipelineName !== undefined && { pipelineName }),
  }
  const { data } = api.useQuery(
    'get',
    '/v1/pipeline-executions',
    { params: { query: { ...filter, status: ['QUEUED'], limit: 1, countUpTo: COUNTED + 1 } } },
    live,
  )
  const queued = data?.count
  const search = {
    status: 'QUEUED',
    ...(environmentName !== undefined && { environment: environmentName }),
    ...(pipelineName !== undefined && { pipeline: pipelineName }),
    ...(projectId !== undefined && { project: projectId }),
  }
  return (
    <Group gap="sm" align="stretch">
      <Figure label="Executions">{countOf(overall).toLocaleString()}</Figure>
      <Figure label="Success rate">{percent(overall.successRate)}</Figure>
      <Figure label="Failed">{overall.failed.toLocaleString()}</Figure>
      <Figure label="Median duration">{durationOr(overall.medianMs)}</Figure>
      <Figure label="95th percentile">{durationOr(overall.p95Ms)}</Figure>
      <Figure label="Rows">{overall.rows.toLocaleString()}</Figure>
      <Figure label="Bytes">{bytesOr(overall.bytes)}</Figure>
      <Figure label="Queued now">
        <PageLink to={paths.executions} search={search}>
          {queued === undefined
            ? '–'
            : queued > COUNTED
              ? `${COUNTED.toLocaleString()}+`
              : queued.toLocaleString()}
        </PageLink>
      </Figure>
    </Group>
  )
}

const Figure = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Card withBorder padding="sm" flex="1 0 auto">
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    <Text fw={600} size="lg" component="div" className="nowrap">
      {children}
    </Text>
  </Card>
)

function Charts({ days }: { readonly days: readonly Figures[] }) {
  const most = (of: (one: Figures) => number | undefined) => Math.max(...days.map((one) => of(one) ?? 0), 0)
  const period = `from ${days[0]?.day} to ${days.at(-1)?.day}`
  return (
    <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="sm">
      <ChartCard title="Executions">
        <BarChart
          label={`Executions by day ${period}, ${most(countOf)} on the busiest day`}
          bars={outcomeBars(days)}
          scale={`up to ${most(countOf).toLocaleString()}`}
          legend={[
            ['good', 'Succeeded'],
            ['bad', 'Failed'],
            ['muted', 'Cancelled'],
          ]}
        />
      </ChartCard>
      <ChartCard title="Duration">
        <BarChart
          label={`Duration of successful executions by day ${period}, 95th percentile up to ${durationOr(most(({ p95Ms }) => p95Ms))}`}
          bars={durationBars(days)}
          scale={`up to ${durationOr(most(({ p95Ms }) => p95Ms))}`}
          legend={[
            ['neutral', 'Median'],
            ['muted', '95th percentile'],
          ]}
        />
      </ChartCard>
      <ChartCard title="Wait in the queue">
        <BarChart
          label={`Average wait in the queue by day ${period}, up to ${durationOr(most(({ averageWaitMs }) => averageWaitMs))}`}
          bars={waitBars(days)}
          scale={`average up to ${durationOr(most(({ averageWaitMs }) => averageWaitMs))}, longest ${durationOr(most(({ longestWaitMs }) => longestWaitMs))}`}
        />
      </ChartCard>
    </SimpleGrid>
  )
}

const ChartCard = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Card withBorder component="section" aria-label={title}>
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    {children}
  </Card>
)
