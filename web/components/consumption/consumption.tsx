import { Button, Card, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../api/client.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useRunners } from '../choices.ts'
import { useProjectNames } from '../projects.ts'
import {
  byDay,
  byDimension,
  creditText,
  csvOf,
  dayAfter,
  type Grouping,
  groupings,
  isDay,
  isGrouping,
  monthOf,
  type Sum,
} from './report.ts'

interface ConsumptionAddress {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly by?: string | undefined
}

interface ConsumptionProps {
  /** Only this project; undefined: all that the user administers. */
  readonly projectId: string | undefined
  readonly address: ConsumptionAddress
  readonly onChange: (wanted: ConsumptionAddress) => void
}

/** What executions consumed in a range of days: a chart, sums and an export. */
export function Consumption({ projectId, address, onChange }: ConsumptionProps) {
  const month = monthOf(new Date())
  const from = isDay(address.from) ? address.from : month.from
  const to = isDay(address.to) ? address.to : month.to
  const by = isGrouping(address.by) ? address.by : 'pipelineName'
  const query = {
    consumedFrom: from,
    consumedBefore: dayAfter(to),
    ...(projectId !== undefined && { projectId }),
  }
  const list = api.useQuery(
    'get',
    '/v1/consumption',
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
  const names = useNames()
  const nameOf = (id: string) => names.get(id) ?? id
  const days = list.data?.results ?? []
  const sums = list.data && byDimension(days, by)
  const total = sums?.reduce((sum, { credits }) => sum + credits, 0) ?? 0
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <RangeFields from={from} to={to} by={by} onChange={onChange} />
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          disabled={total === 0 || list.isPlaceholderData}
          onClick={() => saveFile(`consumption-${from}-${to}.csv`, csvOf(days, nameOf), 'text/csv')}
        >
          Export CSV
        </Button>
      </Group>
      {total > 0 && (
        <Card withBorder>
          <Text fw={600} mb="xs">
            {creditText(total)} credits
          </Text>
          <Chart sums={byDay(days)} />
        </Card>
      )}
      <DataTable
        label="Consumption"
        columns={columnsOf(by, total, nameOf)}
        rows={sums && { results: sums }}
        rowKey={({ name }) => name}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState title="Nothing consumed">
            A credit is one hour for which a component kept a slot of a runner busy. Executions are counted
            when they end.
          </EmptyState>
        }
      />
    </Stack>
  )
}

/** A bar for each day. The table below it has the numbers; the longest bar has its own. */
function Chart({ sums }: { readonly sums: readonly Sum[] }) {
  const most = Math.max(...sums.map(({ credits }) => credits), 0)
  const total = sums.reduce((sum, { credits }) => sum + credits, 0)
  const period = `from ${sums[0]?.name} to ${sums.at(-1)?.name}`
  return (
    <BarChart
      label={`${creditText(total)} credits ${period}, ${creditText(most)} on the busiest day`}
      scale={`${creditText(most)} credits on the busiest day`}
      bars={sums.map(({ name, credits }) => ({
        name,
        title: `${name}: ${creditText(credits)} credits`,
        parts: [['neutral', credits]],
      }))}
    />
  )
}

interface RangeFieldsProps extends Pick<ConsumptionProps, 'onChange'> {
  readonly from: string
  readonly to: string
  readonly by: Grouping
}

const RangeFields = ({ from, to, by, onChange }: RangeFieldsProps) => (
  <>
    <TextInput
      label="From"
      type="date"
      value={from}
      onChange={({ currentTarget: { value } }) => value !== '' && onChange({ from: value })}
    />
    <TextInput
      label="To"
      type="date"
      value={to}
      onChange={({ currentTarget: { value } }) => value !== '' && onChange({ to: value })}
    />
    <NativeSelect
      label="Sum by"
      value={by}
      data={Object.entries(groupings).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget: { value } }) => onChange({ by: value })}
    />
  </>
)

const columnsOf = (by: Grouping, total: number, nameOf: (id: string) => string): readonly Column<Sum>[] => [
  { header: groupings[by], cell: ({ name }) => nameOf(name) },
  { header: 'Credits', align: 'right', cell: ({ credits }) => creditText(credits) },
  {
    header: 'Share',
    align: 'right',
    cell: ({ credits }) => `${((100 * credits) / total).toFixed(1)} %`,
  },
]

/** Of projects and runners, by their ids. */
function useNames(): ReadonlyMap<string, string> {
  const projects = useProjectNames()
  const { data: runners = [] } = useRunners()
  return new Map([...projects, ...runners.map(({ agentId, name }) => [agentId, name] as const)])
}
