import {
  Button,
  Group,
  Loader,
  NativeSelect,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { AssetGraph } from '../../../components/lineage/asset-graph.tsx'
import { edgesAt } from '../../../components/lineage/drawing.ts'
import type { AssetGraph as Graph } from '../../../components/lineage/shapes.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ButtonLink } from '../../../ui/link.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { Ago } from '../../../ui/time.tsx'
import { EdgesTable } from './edges-table.tsx'
import type { TabProps } from './shapes.ts'

const USUAL = { depth: 3, limit: 50 } as const
const MAX = { depth: 10, limit: 200 } as const

/** The upstream and downstream assets of an asset, as a graph or as a table. */
export function LineageTab({ asset: { assetId, name }, address, change }: TabProps) {
  const depth = within(address.depth ?? USUAL.depth, 1, MAX.depth)
  const limit = within(address.limit ?? USUAL.limit, 2, MAX.limit)
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/assets/{assetId}/graph',
    { params: { path: { assetId }, query: { depth, limit } } },
    { placeholderData: keepPreviousData },
  )
  if (data === undefined)
    return error === null ? (
      <Loader aria-label="Loading the lineage" />
    ) : (
      <ProblemAlert error={error} onRetry={() => void refetch()} />
    )
  const isTable = address.view === 'table'
  const isAlone = data.edges.length === 0 && data.nodes.every((one) => hiddenAt(one) === 0)
  return (
    <Stack gap="sm">
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      <Choices isTable={isTable} depth={depth} change={change} />
      {isAlone ? (
        <EmptyState title="Nothing upstream or downstream">
          No pipeline that has run made it from another asset, or another asset from it.
        </EmptyState>
      ) : isTable ? (
        <EdgesTable graph={data} />
      ) : (
        <AssetGraph
          label={`Lineage of ${name}`}
          graph={data}
          assetId={assetId}
          chosen={address.chosen}
          onChoose={(chosen) => change({ chosen })}
        />
      )}
      {data.truncated && <More graph={data} depth={depth} limit={limit} change={change} />}
      {!isTable && address.chosen !== undefined && address.chosen !== assetId && (
        <Chosen graph={data} assetId={address.chosen} />
      )}
    </Stack>
  )
}

interface ChoicesProps extends Pick<TabProps, 'change'> {
  readonly isTable: boolean
  readonly depth: number
}

const Choices = ({ isTable, depth, change }: ChoicesProps) => (
  <Group gap="sm" align="flex-end">
    <SegmentedControl
      aria-label="Show as"
      size="xs"
      value={isTable ? 'table' : 'graph'}
      data={[
        { value: 'graph', label: 'Graph' },
        { value: 'table', label: 'Table' },
      ]}
      onChange={(wanted) => change({ view: wanted === 'table' ? 'table' : undefined })}
    />
    <NativeSelect
      label="Steps in each direction"
      size="xs"
      value={String(depth)}
      data={Array.from({ length: MAX.depth }, (_, at) => String(at + 1))}
      onChange={({ currentTarget: { value } }) =>
        change({ depth: Number(value) === USUAL.depth ? undefined : Number(value) })
      }
    />
  </Group>
)

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(value)))

const hiddenAt = ({ hiddenUpstream, hiddenDownstream }: Graph['nodes'][number]): number =>
  hiddenUpstream + hiddenDownstream

interface MoreProps extends Pick<TabProps, 'change'> {
  readonly graph: Graph
  readonly depth: number
  readonly limit: number
}

/** The way to what did not fit: more assets, and then more steps. */
function More({ graph: { nodes }, depth, limit, change }: MoreProps) {
  const isFull = nodes.length >= limit
  if (isFull ? limit >= MAX.limit : depth >= MAX.depth)
    return (
      <Text size="sm">
        The {nodes.length} nearest assets are shown. Open one of them to see what lies beyond it.
      </Text>
    )
  return (
    <Group gap="sm">
      <Text size="sm">The {nodes.length} nearest assets are shown; there are more.</Text>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() =>
          isFull
            ? change({ limit: Math.min(MAX.limit, 2 * limit) })
            : change({ depth: Math.min(MAX.depth, depth + 1) })
        }
      >
        Show more
      </Button>
    </Group>
  )
}

/** The asset that was chosen in the graph, and the pipelines at it. */
function Chosen({ graph, assetId }: { readonly graph: Graph; readonly assetId: string }) {
  const asset = graph.nodes.find((one) => one.assetId === assetId)
  if (asset === undefined) return null
  const edges = edgesAt(graph.edges, assetId)
  return (
    <Paper component="section" withBorder p="sm" aria-label={`Asset ${asset.name}`}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
              {asset.name}
            </Title>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {asset.namespace} · last written <Ago at={asset.lastWrittenTime} />
            </Text>
          </div>
          <ButtonLink to={paths.asset} params={{ assetId }} variant="default" size="xs">
            Open
          </ButtonLink>
        </Group>
        {edges.length > 0 && <EdgesTable graph={{ ...graph, edges }} withoutHidden />}
      </Stack>
    </Paper>
  )
}
