import type { AssetWrite } from '../../lineage/access.ts'
import type { TriggerCondition } from '../schema.ts'

/** A trigger that waits for an asset, as it is now. */
export interface Watch {
  readonly triggerId: string
  readonly environmentId: string
  /** Earlier writes were there when it was made or enabled. */
  readonly sinceSeq: number
  readonly condition: TriggerCondition
}

/** The run that wrote an asset. */
export interface Writer {
  /** The trigger that started it. */
  readonly triggerId: string | null
  /** How many triggers in a row led to it. */
  readonly depth: number
}

export type AssetFacts = Readonly<Record<string, unknown>>

/** The newest write of an asset that a trigger waits for. */
export interface SeenWrite {
  readonly atMs: number
  readonly depth: number
  readonly facts: AssetFacts
}

/** What a trigger has seen since it last fired, by asset. */
export type Seen = Record<string, SeenWrite>

/** A trigger starts. */
export interface AssetFire {
  readonly triggerId: string
  readonly cause: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly depth: number
  readonly occurredAt: Date
}

/**
 * What a trigger tells of a write. Only in the trigger's own environment everybody who sees the one may know
 * the other's names.
 */
export function assetFacts(write: AssetWrite, environmentId: string): AssetFacts {
  const { assetId, namespace, name, rowCount, environmentName, pipelineName, componentName } = write
  return {
    assetId,
    namespace,
    name,
    pipelineExecutionId: write.rootExecutionId,
    projectId: write.projectId,
    writtenAt: write.committedAt.toISOString(),
    ...(rowCount !== null && { rowCount }),
    ...(write.environmentId === environmentId && { environmentName, pipelineName, componentName }),
  }
}

/**
 * What a write means for a trigger that waits for the asset. `seen` is changed: it holds the newest write of
 * each asset, and nothing once the trigger fired. A run does not start the trigger that started it.
 */
export function told(
  write: AssetWrite,
  { triggerId, environmentId, sinceSeq, condition }: Watch,
  writer: Writer | undefined,
  seen: Seen,
): AssetFire | undefined {
  if (write.seq <= sinceSeq || writer?.triggerId === triggerId) return undefined
  const { assets = [], match, withinSeconds } = condition
  const facts = assetFacts(write, environmentId)
  const own: SeenWrite = { atMs: write.committedAt.getTime(), depth: writer?.depth ?? 0, facts }
  if (match === 'ALL') seen[write.assetId] = own
  const all = match === 'ALL' ? allSeen(assets, withinSeconds, seen) : [own]
  if (all === undefined) return undefined
  for (const { assetId } of assets) delete seen[assetId]
  return {
    triggerId,
    cause: `write ${write.seq} of ${write.name}`,
    facts: { asset: facts, assets: all.map((one) => one.facts) },
    depth: 1 + Math.max(...all.map((one) => one.depth)),
    occurredAt: write.committedAt,
  }
}

/**
 * The newest write of each asset, in their order; undefined when one is missing, or they are too far apart.
 */
export function allSeen(
  assets: readonly { readonly assetId: string }[],
  withinSeconds: number | undefined,
  seen: Readonly<Seen>,
): SeenWrite[] | undefined {
  const all = assets.flatMap(({ assetId }) => seen[assetId] ?? [])
  if (all.length < assets.length) return undefined
  const times = all.map(({ atMs }) => atMs)
  const isTogether =
    withinSeconds === undefined || Math.max(...times) - Math.min(...times) <= withinSeconds * 1_000
  return isTogether ? all : undefined
}
