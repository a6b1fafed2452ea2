import { Group, Loader, Tabs, Text } from '@mantine/core'
import { api } from '../../../api/client.ts'
import { isProblem } from '../../../api/problem.ts'
import { kinds } from '../../../components/lineage/shapes.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink, PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { useAssetId } from '../../../use-params.ts'
import { ColumnsTab } from './columns-tab.tsx'
import { LineageTab } from './lineage-tab.tsx'
import { PipelinesTab } from './pipelines-tab.tsx'
import type { AssetDetails } from './shapes.ts'
import { WritesTab } from './writes-tab.tsx'

const REFRESH_MS = 10_000

/** One asset: its upstream and downstream assets, who writes it and how much. */
export function AssetPage() {
  const assetId = useAssetId()
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/assets/{assetId}',
    { params: { path: { assetId } } },
    { refetchInterval: REFRESH_MS },
  )
  if (data !== undefined) return <Known key={assetId} asset={data} />
  if (error === null) return <Loader aria-label="Loading the asset" />
  return (
    <Page title="Asset">
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      {isProblem(error) && error.status === 404 && (
        <div>
          <ButtonLink to={paths.assets} variant="default">
            All assets
          </ButtonLink>
        </div>
      )}
    </Page>
  )
}

const tabs = ['lineage', 'columns', 'writes', 'pipelines'] as const

function Known({ asset }: { readonly asset: AssetDetails }) {
  const [address, change] = useAddress('asset')
  const tab = tabs.find((known) => known === address.tab) ?? 'lineage'
  const own = { asset, address, change }
  const trail = [
    <PageLink key="assets" to={paths.assets} size="sm">
      Assets
    </PageLink>,
  ]
  return (
    <Page title={asset.name} lead={<Lead asset={asset} />} trail={trail}>
      <Tabs
        value={tab}
        onChange={(wanted) =>
          change({ tab: wanted === 'lineage' ? undefined : (wanted ?? undefined), page: undefined })
        }
        keepMounted={false}
      >
        <Tabs.List mb="sm">
          <Tabs.Tab value="lineage">Lineage</Tabs.Tab>
          <Tabs.Tab value="columns">
            Columns{asset.columnNames !== undefined && ` (${asset.columnNames.length})`}
          </Tabs.Tab>
          <Tabs.Tab value="writes">Writes</Tabs.Tab>
          <Tabs.Tab value="pipelines">Pipelines</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="lineage">
          <LineageTab {...own} />
        </Tabs.Panel>
        <Tabs.Panel value="columns">
          <ColumnsTab {...own} />
        </Tabs.Panel>
        <Tabs.Panel value="writes">
          <WritesTab {...own} />
        </Tabs.Panel>
        <Tabs.Panel value="pipelines">
          <PipelinesTab {...own} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function Lead({ asset: { kind, namespace, lastWrite } }: { readonly asset: AssetDetails }) {
  return (
    <Group gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {kinds[kind].label} in {namespace}
      </Text>
      <Text size="sm">
        {lastWrite === undefined ? (
          'No pipeline that you can see has written it'
        ) : (
          <>
            Last written <Ago at={lastWrite.writtenTime} /> by{' '}
            <PageLink
              to={paths.execution}
              params={{ executionId: lastWrite.executionId }}
              size="sm"
              underline="always"
            >
              {lastWrite.pipelineName}
            </PageLink>
          </>
        )}
      </Text>
    </Group>
  )
}
