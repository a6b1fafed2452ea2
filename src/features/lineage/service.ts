import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { pageRequest } from '../../http/page.ts'
import { assetIdOf } from '../../lib/datasets.ts'
import { badRequest, notFound, notFoundIn } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject, requireAnyRole } from '../projects/access.ts'
import * as assets from './assets/asset-store.ts'
import { type FollowedColumn, followColumn, type ReadEdges, walkGraph } from './assets/graph.ts'
import * as graphs from './assets/graph-store.ts'
import { listEvents } from './events/event-store.ts'
import type { StepLineage } from './recording/rules.ts'
import { type RunStepRow, readRunLineage } from './runs-store.ts'
import type {
  AssetDetails,
  AssetGraph,
  AssetQuery,
  ColumnTrace,
  LineageEventQuery,
  StepLineageItem,
  TracedColumnItem,
  VersionLineage,
  VersionLineageQuery,
} from './schema.ts'
import type { VersionTools } from './versions/plan.ts'
import { findVersion } from './versions/version-store.ts'
import { lineageOfVersion } from './versions/work.ts'

/** Of a version, in one answer. */
const MAX_STEPS = 1_000
const MAX_WINDOW_DAYS = 31
const DAY_MS = 86_400_000

/**
 * What pipelines read and write, and what comes from what (decisions.md §20): in environments that the caller
 * sees.
 */
export function createLineage(db: Db, versions: VersionTools) {
  /** Decides before the query is validated. */
  const admit = (caller: Caller): Promise<void> => requireAnyRole(db, caller, 'executions:read')

  async function list(caller: Caller, { page, size, ...wanted }: AssetQuery) {
    if (wanted.pipelineName !== undefined && wanted.projectId === undefined)
      throw badRequest([
        'query/pipelineName needs projectId: pipelines of several projects have the same name',
      ])
    if (wanted.projectId !== undefined) await enterProject(db, caller, wanted.projectId, 'executions:read')
    return assets.listAssets(db, caller, wanted, pageRequest({ page, size }))
  }

  async function enter(caller: Caller, assetId: string) {
    const found = await assets.findVisibleAsset(db, caller, assetId)
    if (found === undefined) throw notFound('Asset', assetId)
    return found
  }

  async function details(caller: Caller, assetId: string): Promise<AssetDetails> {
    const asset = await enter(caller, assetId)
    const [uses, lastWrite] = await Promise.all([
      assets.listUses(db, caller, assetId),
      assets.findLastWrite(db, caller, assetId),
    ])
    return { ...asset, uses, ...(lastWrite !== undefined && { lastWrite }) }
  }

  async function pipelines(caller: Caller, assetId: string, page: { page: number; size: number }) {
    await enter(caller, assetId)
    return assets.listPipelines(db, caller, assetId, pageRequest(page))
  }

  async function writes(caller: Caller, assetId: string, page: { page: number; size: number }) {
    await enter(caller, assetId)
    return assets.listWrites(db, caller, assetId, pageRequest(page))
  }

  const edgesFor =
    (caller: Caller): ReadEdges =>
    (ids, direction) =>
      graphs.listEdges(db, caller, ids, direction)

  async function graph(
    caller: Caller,
    assetId: string,
    { depth, limit }: { readonly depth: number; readonly limit: number },
  ): Promise<AssetGraph> {
    await enter(caller, assetId)
    const { distances, edges, truncated } = await walkGraph(assetId, { depth, limit }, edgesFor(caller))
    const ids = [...distances.keys()]
    const [known, hidden] = await Promise.all([
      graphs.readAssets(db, caller, ids),
      graphs.countHidden(db, caller, ids),
    ])
    const nodes = [...distances].flatMap(([id, distance]) => {
      const asset = known.get(id)
      if (asset === undefined) return []
      const { upstream = 0, downstream = 0 } = hidden.get(id) ?? {}
      return [{ ...asset, distance, hiddenUpstream: upstream, hiddenDownstream: downstream }]
    })
    return { nodes, edges: [...edges], truncated }
  }

  async function trace(caller: Caller, assetId: string, column: string): Promise<ColumnTrace> {
    await enter(caller, assetId)
    const start = { assetId, column }
    const [up, down] = await Promise.all([
      followColumn(start, 'upstream', edgesFor(caller)),
      followColumn(start, 'downstream', edgesFor(caller)),
    ])
    const ids = [...up.columns, ...down.columns].map((one) => one.assetId)
    const known = await graphs.readAssets(db, caller, ids)
    const shown = (columns: readonly FollowedColumn[]): TracedColumnItem[] =>
      columns.flatMap(({ assetId: id, pipelines, ...found }) => {
        const asset = known.get(id)
        if (asset === undefined) return []
        const { lastWrittenTime: _, ...naming } = asset
        return [{ ...naming, ...found, pipelines: [...pipelines] }]
      })
    return {
      upstream: shown(up.columns),
      downstream: shown(down.columns),
      truncated: up.truncated || down.truncated,
    }
  }

  async function ofExecution(caller: Caller, projectId: string, executionId: string) {
    const grant = await enterProject(db, caller, projectId, 'executions:read')
    const steps = await readRunLineage(db, grant, executionId)
    if (steps === undefined) throw notFoundIn('Execution', executionId, 'the project')
    return { steps: steps.map(shownStep) }
  }

  async function ofVersion(
    caller: Caller,
    projectId: string,
    { environmentName, versionName, pipelineName }: VersionLineageQuery,
  ): Promise<VersionLineage> {
    const purpose = { project: 'artifacts:read', environment: 'environment:read' } as const
    const grant = await enterEnvironment(db, caller, projectId, environmentName, purpose)
    const version = await findVersion(db, grant.environmentId, versionName)
    if (version === undefined)
      throw versionName === undefined
        ? notFoundIn('Enabled version', 'newest', environmentName)
        : notFoundIn('Version', versionName, environmentName)
    const all = await lineageOfVersion(db, version, versions)
    const wanted = all.filter((one) => pipelineName === undefined || one.pipelineName === pipelineName)
    return {
      versionName: version.versionName,
      environmentName: grant.environmentName,
      current: version.isCurrent,
      ...(version.recordedAt !== null && { recordedTime: version.recordedAt }),
      steps: wanted.slice(0, MAX_STEPS).map(({ pipelineName: pipeline, componentName, ...lineage }) => ({
        pipelineName: pipeline,
        componentName,
        ...shownLineage(lineage),
      })),
      truncated: wanted.length > MAX_STEPS,
    }
  }

  async function events(
    caller: Caller,
    { generatedFrom: from, generatedBefore: before, ...page }: LineageEventQuery,
  ) {
    const days = (Date.parse(before) - Date.parse(from)) / DAY_MS
    if (days <= 0) throw badRequest(['query/generatedBefore must be after generatedFrom'])
    if (days > MAX_WINDOW_DAYS)
      throw badRequest([`query/generatedBefore must be at most ${MAX_WINDOW_DAYS} days after generatedFrom`])
    return listEvents(db, caller, { from, before }, pageRequest(page))
  }

  return { admit, list, details, writes, pipelines, graph, trace, ofExecution, ofVersion, events }
}

export type Lineage = ReturnType<typeof createLineage>

const shownStep = ({ lineage, rowCount, ...step }: RunStepRow): StepLineageItem => ({
  ...step,
  ...(rowCount !== null && { rowCount }),
  ...shownLineage(lineage),
})

function shownLineage({ reads, writes, edges, unread }: StepLineage) {
  const shown = (all: typeof reads) =>
    all.map(({ namespace, name }) => ({ assetId: assetIdOf({ namespace, name }), namespace, name }))
  return {
    reads: shown(reads),
    writes: shown(writes),
    edges: edges.map(({ from, to, columns }) => ({
      fromAssetId: assetIdOf(from),
      toAssetId: assetIdOf(to),
      columns: columns as Record<string, string[]>,
    })),
    unread: [...unread],
  }
}
