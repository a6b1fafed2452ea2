import { Stack, Text } from '@mantine/core'
import type { components } from '../../../../../openapi/types.generated.ts'
import { api } from '../../../../api/client.ts'
import { AssetLink } from '../../../../components/lineage/assets-table.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import type { EnvironmentPlace } from '../shapes.ts'

type Step = components['schemas']['VersionLineage']['steps'][number]

interface VersionLineageProps extends EnvironmentPlace {
  readonly versionName: string
}

/** What the components of a version will read and write, as far as its files say it. */
export function VersionLineage({ projectId, environmentName, versionName }: VersionLineageProps) {
  const { data, error, refetch } = api.useQuery('get', '/v1/projects/{projectId}/artifacts/lineage', {
    params: { path: { projectId }, query: { environmentName, versionName } },
  })
  const unread = data?.steps.flatMap((step) => step.unread.map((reason) => ({ step, reason }))) ?? []
  return (
    <Stack gap="xs">
      <DataTable
        label="Reads and writes"
        columns={columns}
        rows={data && { results: data.steps.slice(0, MAX_ROWS) }}
        rowKey={({ pipelineName, componentName }) => JSON.stringify([pipelineName, componentName])}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <Text size="sm">
            Its files name nothing. What only a run knows appears when its pipelines have run.
          </Text>
        }
      />
      {data !== undefined && (data.truncated || data.steps.length > MAX_ROWS) && (
        <Text size="sm">
          The first {MAX_ROWS} components are shown; the pages of the pipelines list the others.
        </Text>
      )}
      {unread.map(({ step: { pipelineName, componentName }, reason }) => (
        <Text
          key={`${pipelineName} ${componentName} ${reason}`}
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          Not read: {[pipelineName, componentName].filter((name) => name !== '').join(', ')}: {reason}
        </Text>
      ))}
    </Stack>
  )
}

const MAX_ROWS = 200

const columns: readonly Column<Step>[] = [
  { header: 'Pipeline', cell: ({ pipelineName }) => pipelineName },
  { header: 'Component', cell: ({ componentName }) => componentName },
  { header: 'Reads', cell: ({ reads }) => <Links assets={reads} /> },
  { header: 'Writes', cell: ({ writes }) => <Links assets={writes} /> },
]

const Links = ({ assets }: { readonly assets: Step['reads'] }) => (
  <Stack gap={0}>
    {assets.map((asset) => (
      <AssetLink key={asset.assetId} {...asset} />
    ))}
  </Stack>
)
