import type { Db } from '../../../db/database.ts'
import { newId } from '../../../lib/ids.ts'
import type { Progressed } from '../../../lib/service.ts'
import * as store from './evaluation-store.ts'
import { evaluateEnds } from './rules.ts'

const ENDS_AT_ONCE = 2_000

/**
 * Evaluates what has ended since, until nothing waits: opens and closes incidents and queues the messages
 * about them, all in the transaction that forgets the ends. A server that dies in the middle has done
 * nothing. `onQueued` is called when there is something to deliver.
 */
export async function evaluateAlerts(
  db: Db,
  signal: AbortSignal,
  onQueued: () => void,
  progressed?: Progressed,
): Promise<void> {
  while (!signal.aborted) {
    const { evaluated, queued } = await db.transaction().execute(evaluateBatch)
    if (queued > 0) onQueued()
    if (evaluated < ENDS_AT_ONCE) return
    progressed?.()
  }
}

async function evaluateBatch(tx: Db): Promise<{ evaluated: number; queued: number }> {
  const nothing = { evaluated: 0, queued: 0 }
  if (!(await store.beginEvaluation(tx))) return nothing
  const { ends, seqs } = await store.readEnds(tx, ENDS_AT_ONCE)
  if (seqs.length === 0) return nothing
  const rules = await store.readRules(tx, [...new Set(ends.map(({ projectId }) => projectId))])
  const open = await store.readOpenIncidents(tx, rules, ends)
  const { incidents, messages } = evaluateEnds(ends, rules, open, newId)
  await store.writeIncidents(tx, incidents)
  await store.queueDeliveries(tx, rules, messages)
  await store.deleteEnds(tx, seqs)
  return { evaluated: seqs.length, queued: messages.length }
}
