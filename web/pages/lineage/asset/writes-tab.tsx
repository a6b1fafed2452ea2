import { Card, Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { useProjectNames } from '../../../components/projects.ts'
import { paths } from '../../../paths.ts'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Ago, exactTime } from '../../../ui/time.tsx'
import type { AssetWriteItem, TabProps } from './shapes.ts'

const CHARTED = 100
const live = { refetchInterval: 10_000, placeholderData: keepPreviousData } as const

/** The writes of an asset: how many rows over time, and by which execution. */
export function WritesTab({ asset: { assetId }, address: { page = 0 }, change }: TabProps) {
  const projects = useProjectNames()
  const path = { assetId }
  const list = api.useQuery('get', '/v1/assets/{assetId}/writes', { params: { path, query: { page } } }, live)
  const newest = api.useQuery(
    'get',
    '/v1/assets/{assetId}/writes',
    { params: { path, query: { page: 0, size: CHARTED } } },
    live,
  )
  const columns: readonly Column<AssetWriteItem>[] = [
    { header: 'Written', cell: ({ writtenTime }) => <Ago at={writtenTime} /> },
    { header: 'Rows', align: 'right', cell: ({ rowCount }) => rowCount?.toLocaleString() ?? '–' },
    {
      header: 'Execution',
      cell: ({ executionId, pipelineName }) => (
        <PageLink to={paths.execution} params={{ executionId }} size="sm">
          {pipelineName}
        </PageLink>
      ),
    },
    { header: 'Component', cell: ({ componentName }) => componentName },
    {
      header: 'Project',
      cell: ({ projectId, environmentName }) =>
        `${projects.get(projectId) ?? 'A project'}, ${environmentName}`,
    },
  ]
  return (
    <Stack gap="md">
      <RowCounts writes={newest.data?.results ?? []} />
      <DataTable
        label="Writes"
        columns={columns}
        rows={list.data}
        rowKey={({ executionId, componentName, writtenTime }) =>
          `${executionId} ${componentName} ${writtenTime}`
        }
        error={list.error}
        onRetry={() => void list.refetch()}
        onPage={(wanted) => change({ page: wanted }, { push: true })}
        empty={
          <EmptyState title="Never written">
            Pipelines that you can see have only read it. Writes are kept for 400 days.
          </EmptyState>
        }
      />
    </Stack>
  )
}

/** A bar for each write that counted its rows, oldest first. The table below has the numbers. */
function RowCounts({ writes }: { readonly writes: readonly AssetWriteItem[] }) {
  const counted = writes.filter(({ rowCount }) => rowCount !== undefined).toReversed()
  if (counted.length < 2) return null
  const counts = counted.map(({ rowCount = 0 }) => rowCount)
  const [most, last] = [Math.max(...counts), counts.at(-1)!]
  return (
    <Card withBorder>
      <Text fw={600} mb="xs">
        Rows of the last {counted.length} writes
      </Text>
      <BarChart
        label={`Rows of the last ${counted.length} writes: ${last.toLocaleString()} in the newest, ${most.toLocaleString()} at most`}
        scale={`${most.toLocaleString()} rows at most`}
        bars={counted.map(({ writtenTime, rowCount = 0 }, at) => ({
          name: at === 0 || at === counted.length - 1 ? exactTime(writtenTime) : `${writtenTime} ${at}`,
          title: `${exactTime(writtenTime)}: ${rowCount.toLocaleString()} rows`,
          parts: [['neutral', rowCount]],
        }))}
      />
    </Card>
  )
}
