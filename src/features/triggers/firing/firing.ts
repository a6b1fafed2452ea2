import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import type { Progressed } from '../../../lib/service.ts'
import { type CheckValues, insertScheduledExecutions } from '../../executions/service.ts'
import { idsInOrder } from '../../schedules/targets/access.ts'
import { MAX_CHAIN } from '../rules.ts'
import { readBlocking } from './blocking.ts'
import { findEmptyGrids } from './empty-grids.ts'
import { deleteFires, expandEnds, lockPending, readNow, writeDecided } from './fire-store.ts'
import { decide, type PendingFire, wouldStart } from './outcomes.ts'
import { lockExclusive, readFiringTargets } from './target-store.ts'

/** Ends that are expanded at once: each may have thousands of triggers. */
const ENDS_AT_ONCE = 20
const FIRES_AT_ONCE = 500
/** Nothing could be locked: another server is at it, or somebody changes the trigger. */
const BUSY_MS = 50

/** Does what one transaction of the pass can. */
export interface Turn {
  readonly taken: number
  /** Rows that cannot be decided yet, because somebody else holds their trigger or what belongs to them. */
  readonly held: number
}

/**
 * The pass that starts executions for what happened. Any number of servers run it at once: each takes other
 * rows, and what becomes of a row and its execution are written in one transaction. Answers after how many
 * milliseconds to look again, because others hold something; undefined when nothing is left.
 */
export async function firePending(
  db: Db,
  log: Log,
  checkValues: CheckValues,
  signal: AbortSignal,
  progressed: Progressed,
): Promise<number | undefined> {
  while (!signal.aborted) {
    const { taken, held } = await db.transaction().execute((tx) => fireSome(tx, log, checkValues))
    if (taken === 0) return held > 0 ? BUSY_MS : undefined
    progressed()
  }
  return undefined
}

async function fireSome(tx: Db, log: Log, checkValues: CheckValues): Promise<Turn> {
  const { taken: ends, missedAreLeft } = await expandEnds(tx, ENDS_AT_ONCE)
  const pending = await lockPending(tx, FIRES_AT_ONCE, { missedAreLeft })
  const left = missedAreLeft ? 1 : 0
  if (pending.length === 0) return { taken: ends, held: left }
  const ids = [...new Set(pending.map(({ triggerId }) => triggerId))]
  const read = await readFiringTargets(tx, ids)
  const exclusive = read.filter(({ allowConcurrent }) => !allowConcurrent).map(({ id }) => id)
  const locked = await lockExclusive(tx, exclusive)
  // Whoever held it before may have changed it.
  const current = await readFiringTargets(tx, [...locked])
  const targets = new Map([...read, ...current].map((target) => [target.id, target]))
  const isHeld = ({ triggerId }: PendingFire) => exclusive.includes(triggerId) && !locked.has(triggerId)
  const gone = pending.filter(({ triggerId }) => !targets.has(triggerId))
  const ours = pending.filter((fire) => targets.has(fire.triggerId) && !isHeld(fire))
  const now = await readNow(tx)
  const live = await readBlocking(tx, current, (target) =>
    ours.some((fire) => fire.triggerId === target.id && !fire.backfilled && wouldStart(target, fire, now)),
  )
  const emptyGrids = await findEmptyGrids(tx, log, checkValues, ours, targets)
  const decided = decide(ours, targets, live, { now, nextId: idsInOrder(), emptyGrids })
  await insertScheduledExecutions(
    tx,
    decided.flatMap(({ execution }) => execution ?? []),
  )
  await writeDecided(tx, decided)
  await deleteFires(
    tx,
    gone.map(({ seq }) => seq),
  )
  for (const { depth, triggerId } of ours)
    if (depth > MAX_CHAIN) log.warn({ trigger: triggerId, depth }, 'A chain of triggers was stopped')
  const taken = ours.length + gone.length
  return { taken: ends + taken, held: left + pending.length - taken }
}
