import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { LastRun, sourcesText } from './known-from.tsx'
import type { AssetPipeline, TabProps } from './shapes.ts'

/** The pipelines that read and write an asset. */
export function PipelinesTab({ asset: { assetId }, address: { page = 0 }, change }: TabProps) {
  const list = api.useQuery(
    'get',
    '/v1/assets/{assetId}/pipelines',
    { params: { path: { assetId }, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <DataTable
      label="Pipelines"
      columns={columns}
      rows={list.data}
      rowKey={({ projectId, environmentName, pipelineName }) =>
        JSON.stringify([projectId, environmentName, pipelineName])
      }
      error={list.error}
      onRetry={() => void list.refetch()}
      onPage={(wanted) => change({ page: wanted }, { push: true })}
      empty={
        <EmptyState title="No pipelines">
          Pipelines that read or write it appear here when they run.
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<AssetPipeline>[] = [
  {
    header: 'Pipeline',
    cell: ({ projectId, environmentName, pipelineName }) => (
      <PageLink
        to={paths.pipelines}
        params={{ projectId }}
        search={{ environment: environmentName, pipeline: pipelineName }}
        size="sm"
      >
        {pipelineName}
      </PageLink>
    ),
  },
  {
    header: 'Does',
    cell: ({ reads, writes }) => [reads && 'reads', writes && 'writes'].filter(Boolean).join(' and '),
  },
  { header: 'Project', cell: ({ projectName }) => projectName },
  { header: 'Environment', cell: ({ environmentName }) => environmentName },
  { header: 'Known from', cell: ({ knownFrom }) => sourcesText(knownFrom) },
  { header: 'Last run', cell: (pipeline) => <LastRun of={pipeline} /> },
]
