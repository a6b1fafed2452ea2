import type { AssetEdge } from '../schema.ts'

export type Direction = 'upstream' | 'downstream'

/** The edges that begin, or end, at one of these assets. */
export type ReadEdges = (ids: readonly string[], direction: Direction) => Promise<readonly AssetEdge[]>

export const MAX_EDGES = 2_000
const MAX_COLUMNS = 500
/** Steps that a column is followed. */
const MAX_STEPS = 20

export interface WalkedGraph {
  /** By asset: steps from where it began, below 0 upstream. */
  readonly distances: ReadonlyMap<string, number>
  readonly edges: readonly AssetEdge[]
  readonly truncated: boolean
}

interface Extent {
  /** Steps, each way. */
  readonly depth: number
  /** Assets in all. */
  readonly limit: number
}

/** What is upstream and downstream of an asset, nearest first: both ways get their share of the limit. */
export async function walkGraph(id: string, extent: Extent, read: ReadEdges): Promise<WalkedGraph> {
  const up = await walk(id, 'upstream', extent, read)
  const down = await walk(id, 'downstream', extent, read)
  const distances = new Map([[id, 0]])
  const [above, below] = [[...up.distances], [...down.distances]]
  for (let at = 0; at < Math.max(above.length, below.length); at++)
    for (const [other, distance] of [above[at], below[at]].filter((one) => one !== undefined))
      if (distances.size < extent.limit && !distances.has(other)) distances.set(other, distance)
  const edges = new Map<string, AssetEdge>()
  let truncated = up.truncated || down.truncated
  for (const edge of [...up.edges, ...down.edges])
    if (distances.has(edge.fromAssetId) && distances.has(edge.toAssetId))
      edges.set(keyOf(edge), joined(edges.get(keyOf(edge)), edge))
    else truncated = true
  return { distances, edges: [...edges.values()], truncated }
}

/** One way, with the edges that are one step farther, by which one knows that there is more. */
async function walk(
  id: string,
  direction: Direction,
  { depth, limit }: Extent,
  read: ReadEdges,
): Promise<WalkedGraph> {
  const distances = new Map<string, number>()
  const edges: AssetEdge[] = []
  let truncated = false
  let near = [id]
  for (let step = 1; step <= depth + 1 && near.length > 0; step++) {
    const found = await read(near, direction)
    if (found.length >= MAX_EDGES) truncated = true
    near = []
    for (const edge of found) {
      edges.push(edge)
      const other = direction === 'upstream' ? edge.fromAssetId : edge.toAssetId
      if (other === id || distances.has(other) || step > depth || distances.size >= limit) continue
      distances.set(other, direction === 'upstream' ? -step : step)
      near.push(other)
    }
  }
  return { distances, edges, truncated }
}

/** One edge that a version has and that runs did: columns are those of the run, which resolved every name. */
function joined(known: AssetEdge | undefined, edge: AssetEdge): AssetEdge {
  if (known === undefined) return edge
  const { knownFrom, ...ran } = edge.knownFrom.includes('RUN') ? edge : known
  return { ...ran, knownFrom: [...new Set([...known.knownFrom, ...knownFrom, ...edge.knownFrom])].sort() }
}

const keyOf = (edge: AssetEdge): string =>
  [
    edge.fromAssetId,
    edge.toAssetId,
    edge.projectId,
    edge.environmentName,
    edge.pipelineName,
    edge.componentName,
  ].join('\n')

export interface FollowedColumn {
  readonly assetId: string
  readonly column: string
  readonly distance: number
  readonly pipelines: readonly string[]
}

/** What a column is made of, or what is made of it, nearest first. Names are compared in any case. */
export async function followColumn(
  start: { readonly assetId: string; readonly column: string },
  direction: Direction,
  read: ReadEdges,
): Promise<{ readonly columns: readonly FollowedColumn[]; readonly truncated: boolean }> {
  const seen = new Set([columnKey(start)])
  const columns: FollowedColumn[] = []
  let truncated = false
  let near = [start]
  for (let distance = 1; distance <= MAX_STEPS && near.length > 0; distance++) {
    const edges = await read([...new Set(near.map(({ assetId }) => assetId))], direction)
    if (edges.length >= MAX_EDGES) truncated = true
    const next = new Map<string, { assetId: string; column: string; pipelines: Set<string> }>()
    for (const from of near)
      for (const edge of edges)
        for (const found of stepsOf(edge, from, direction)) {
          const key = columnKey(found)
          if (seen.has(key)) continue
          const known = next.get(key) ?? { ...found, pipelines: new Set<string>() }
          known.pipelines.add(edge.pipelineName)
          next.set(key, known)
        }
    for (const [key, { pipelines, ...found }] of next) {
      if (columns.length >= MAX_COLUMNS) return { columns, truncated: true }
      seen.add(key)
      columns.push({ ...found, distance, pipelines: [...pipelines].sort() })
    }
    near = [...next.values()]
  }
  return { columns, truncated: truncated || near.length > 0 }
}

interface Place {
  readonly assetId: string
  readonly column: string
}

const columnKey = ({ assetId, column }: Place): string => `${assetId} ${column.toLowerCase()}`
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The columns on the other side of an edge that a column here is made of, or goes into. */
function stepsOf(edge: AssetEdge, { assetId, column }: Place, direction: Direction): Place[] {
  const { fromAssetId, toAssetId, columns } = edge
  if (direction === 'upstream') {
    if (toAssetId !== assetId) return []
    return Object.entries(columns)
      .filter(([name]) => isSame(name, column))
      .flatMap(([, sources]) => sources.map((source) => ({ assetId: fromAssetId, column: source })))
  }
  if (fromAssetId !== assetId) return []
  return Object.entries(columns)
    .filter(([, sources]) => sources.some((source) => isSame(source, column)))
    .map(([name]) => ({ assetId: toAssetId, column: name }))
}
