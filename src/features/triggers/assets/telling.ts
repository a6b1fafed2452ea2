import type { Db } from '../../../db/database.ts'
import type { Progressed } from '../../../lib/service.ts'
import { type AssetWrite, listWritesAfter, newestWriteSeq } from '../../lineage/access.ts'
import { type AssetFire, type Seen, told } from './rules.ts'
import * as store from './told-store.ts'

const WRITES_AT_ONCE = 500
/** One write may have thousands of triggers: those of a turn are one statement. */
const FIRES_AT_ONCE = 10_000
/** Writes that are left behind while no trigger waits: to step over them when one does is quickly done. */
const MOST_UNTOLD = 10_000

/**
 * Tells triggers of the writes of assets that they wait for, each write once and in the order in which they
 * became known. How far it got, what was seen and what starts are one transaction. Answers how many triggers
 * start.
 */
export async function tellWrites(db: Db, signal: AbortSignal, progressed?: Progressed): Promise<number> {
  const untold = await store.readUntold(db)
  if (untold.writes === 0 || (!untold.anyWaits && untold.writes < MOST_UNTOLD)) return 0
  let started = 0
  while (!signal.aborted) {
    const turn = await db.transaction().execute(tellSome)
    started += turn.started
    if (turn.writes === 0) break
    progressed?.()
  }
  return started
}

interface Turn {
  readonly writes: number
  readonly started: number
}

const nothing: Turn = { writes: 0, started: 0 }

async function tellSome(tx: Db): Promise<Turn> {
  const seq = await store.lockTold(tx)
  if (seq === undefined) return nothing
  // In this order: a trigger that is saved meanwhile came behind these writes.
  const newest = await newestWriteSeq(tx)
  if (newest <= seq) return nothing
  if (!(await store.isAnyWaiting(tx))) {
    await store.moveTold(tx, newest)
    return nothing
  }
  const writes = await listWritesAfter(tx, seq, WRITES_AT_ONCE)
  if (writes.length === 0) return nothing
  const { fires, seen, lastSeq } = await tell(tx, writes)
  await store.saveSeen(tx, seen)
  await store.keepAssetFires(tx, fires)
  await store.moveTold(tx, lastSeq)
  return { writes: writes.length, started: fires.length }
}

const isGathering = ({ condition }: store.AssetWatch): boolean => condition.match === 'ALL'

/**
 * The triggers that wait for assets, by asset, with what those that wait for several have seen: nobody else
 * changes it.
 */
async function lockWatches(tx: Db, assets: readonly string[]) {
  const lock = (all: readonly store.AssetWatch[]) =>
    store.lockSeen(tx, [...new Set(all.filter(isGathering).map(({ triggerId }) => triggerId))])
  const before = await store.readWatches(tx, assets)
  const seen = await lock(before)
  // Whoever held one of them may have changed the trigger, and others may have come.
  const watches = seen.size === 0 ? before : await store.readWatches(tx, assets)
  const added = watches.filter(({ triggerId }) => !seen.has(triggerId))
  for (const [id, own] of await lock(added)) seen.set(id, own)
  return { watches: Map.groupBy(watches, ({ assetId }) => assetId), seen }
}

async function tell(tx: Db, writes: readonly AssetWrite[]) {
  const assets = [...new Set(writes.map(({ assetId }) => assetId))]
  const { watches, seen } = await lockWatches(tx, assets)
  const awaited = writes.filter(({ assetId }) => watches.has(assetId))
  const writers = await store.readWriters(tx, [...new Set(awaited.map((one) => one.rootExecutionId))])
  const changed = new Map<string, Seen>()
  const fires: AssetFire[] = []
  let lastSeq = 0
  for (const write of writes) {
    const watching = watches.get(write.assetId) ?? []
    if (fires.length > 0 && fires.length + watching.length > FIRES_AT_ONCE) break
    for (const watch of watching) {
      const own = seen.get(watch.triggerId)
      if (own === undefined && isGathering(watch)) continue // deleted just now
      const fire = told(write, watch, writers.get(write.rootExecutionId), own ?? {})
      if (fire !== undefined) fires.push(fire)
      if (own !== undefined) changed.set(watch.triggerId, own)
    }
    lastSeq = write.seq
  }
  return { fires, seen: [...changed], lastSeq }
}
