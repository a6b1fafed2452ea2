import type { Db } from '../../../db/database.ts'
import { newId } from '../../../lib/ids.ts'
import { queueDeliveries, writeIncidents } from '../incidents/evaluation-store.ts'
import type { LastingEvent } from '../schema.ts'
import { type Condition, evaluateConditions } from './rules.ts'
import * as store from './store.ts'

const readers: Readonly<Record<LastingEvent, (tx: Db) => Promise<Condition[]>>> = {
  RUNNING_LONG: store.readRunning,
  QUEUED_LONG: store.readQueued,
  RUNNER_LOST: store.readLostRunners,
}

/**
 * Looks at what lasts at this moment: opens and closes incidents and queues the messages about them, in one transaction.
 * `onQueued` is called when there is something to deliver.
 */
export async function watchConditions(db: Db, onQueued: () => void): Promise<void> {
  if (await db.transaction().execute(look)) onQueued()
}

async function look(tx: Db): Promise<boolean> {
  if (!(await store.beginLooking(tx))) return false
  const rules = await store.readLastingRules(tx)
  if (rules.length === 0) return false
  const watched = new Set(rules.flatMap(({ events }) => events))
  const conditions: Condition[] = []
  for (const [event, read] of Object.entries(readers))
    if (watched.has(event as LastingEvent)) conditions.push(...(await read(tx)))
  const open = await store.readLastingIncidents(tx, rules)
  const { incidents, messages } = evaluateConditions(conditions, rules, open, await store.readNow(tx), newId)
  await writeIncidents(tx, incidents)
  await queueDeliveries(tx, rules, messages)
  return messages.length > 0
}
