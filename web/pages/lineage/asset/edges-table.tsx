import { Text } from '@mantine/core'
import { AssetLink } from '../../../components/lineage/assets-table.tsx'
import { hiddenText } from '../../../components/lineage/drawing.ts'
import type { AssetEdge, AssetGraph, AssetNode } from '../../../components/lineage/shapes.ts'
import { useProjectNames } from '../../../components/projects.ts'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { LastRun, sourcesText } from './known-from.tsx'

interface EdgesTableProps {
  readonly graph: AssetGraph
  readonly withoutHidden?: boolean
}

/** A pipeline between two assets, or assets that are hidden on one side. */
interface Row {
  readonly key: string
  readonly from: AssetNode | number
  readonly to: AssetNode | number
  readonly edge?: AssetEdge
}

const MAX_ROWS = 500

/** The graph as a table: what is read, what is made of it, and by which pipeline. */
export function EdgesTable({ graph, withoutHidden = false }: EdgesTableProps) {
  const projects = useProjectNames()
  const rows = rowsOf(graph, withoutHidden)
  const columns: readonly Column<Row>[] = [
    { header: 'From', cell: ({ from }) => <Side side={from} /> },
    { header: 'To', cell: ({ to }) => <Side side={to} /> },
    { header: 'Pipeline', cell: ({ edge }) => edge && <PipelineOf edge={edge} /> },
    { header: 'Component', cell: ({ edge }) => edge?.componentName },
    {
      header: 'Project',
      cell: ({ edge }) => edge && `${projects.get(edge.projectId) ?? 'A project'}, ${edge.environmentName}`,
    },
    {
      header: 'Columns',
      align: 'right',
      cell: ({ edge }) => edge && (Object.keys(edge.columns).length || '–'),
    },
    { header: 'Known from', cell: ({ edge }) => edge && sourcesText(edge.knownFrom) },
    { header: 'Last run', cell: ({ edge }) => edge && <LastRun of={edge} /> },
  ]
  return (
    <>
      <DataTable
        label="Lineage as a table"
        columns={columns}
        rows={{ results: rows.slice(0, MAX_ROWS) }}
        rowKey={({ key }) => key}
        empty={null}
      />
      {rows.length > MAX_ROWS && (
        <Text size="sm">
          The first {MAX_ROWS} of {rows.length.toLocaleString()} rows are shown.
        </Text>
      )}
    </>
  )
}

function rowsOf({ nodes, edges }: AssetGraph, withoutHidden: boolean): Row[] {
  const known = new Map(nodes.map((node) => [node.assetId, node]))
  const shown = edges.flatMap((edge): Row[] => {
    const [from, to] = [known.get(edge.fromAssetId), known.get(edge.toAssetId)]
    const { fromAssetId, toAssetId, projectId, environmentName, pipelineName, componentName } = edge
    const key = [fromAssetId, toAssetId, projectId, environmentName, pipelineName, componentName]
    return from === undefined || to === undefined ? [] : [{ key: JSON.stringify(key), from, to, edge }]
  })
  if (withoutHidden) return shown
  const hidden = nodes.flatMap((node): Row[] => [
    ...(node.hiddenUpstream > 0
      ? [{ key: `above ${node.assetId}`, from: node.hiddenUpstream, to: node }]
      : []),
    ...(node.hiddenDownstream > 0
      ? [{ key: `below ${node.assetId}`, from: node, to: node.hiddenDownstream }]
      : []),
  ])
  return [...shown, ...hidden]
}

const Side = ({ side }: { readonly side: Row['from'] }) =>
  typeof side === 'number' ? (
    <Text size="sm" c="dimmed">
      {hiddenText(side)}
    </Text>
  ) : (
    <AssetLink {...side} />
  )

const PipelineOf = ({
  edge: { projectId, environmentName, pipelineName, componentName },
}: {
  readonly edge: AssetEdge
}) => (
  <PageLink
    to={paths.pipelines}
    params={{ projectId }}
    search={{ environment: environmentName, pipeline: pipelineName, component: componentName }}
    size="sm"
  >
    {pipelineName}
  </PageLink>
)
