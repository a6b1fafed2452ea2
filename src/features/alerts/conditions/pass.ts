import type { Db } from '../../../db/database.ts'
import { newId } from '../../../lib/ids.ts'
import { queueDeliveries, type TellingRule, writeIncidents } from '../incidents/evaluation-store.ts'
import type { LastingEvent } from '../schema.ts'
import { readBudgets } from './budget-store.ts'
import { type Condition, evaluateConditions } from './rules.ts'
import { readSchedules } from './schedule-store.ts'
import * as store from './store.ts'

interface Reader {
  readonly of: readonly LastingEvent[]
  readonly read: (tx: Db, rules: readonly TellingRule[]) => Promise<Condition[]>
}

const readers: readonly Reader[] = [
  { of: ['RUNNING_LONG'], read: store.readRunning },
  { of: ['QUEUED_LONG'], read: store.readQueued },
  { of: ['RUNNER_LOST'], read: store.readLostRunners },
  { of: ['SCHEDULE_LATE', 'SCHEDULE_MISSED'], read: readSchedules },
  { of: ['BUDGET_EXCEEDED'], read: readBudgets },
]

/**
 * Looks at what lasts at this moment: opens and closes incidents and queues the messages about them, in one
 * transaction. `onQueued` is called when there is something to deliver.
 */
export async function watchConditions(db: Db, onQueued: () => void): Promise<void> {
  // Mostly nobody wants to know, and a transaction takes four statements.
  if ((await store.hasLastingRules(db)) && (await db.transaction().execute(look))) onQueued()
}

async function look(tx: Db): Promise<boolean> {
  if (!(await store.beginLooking(tx))) return false
  const rules = await store.readLastingRules(tx)
  if (rules.length === 0) return false
  const watched = new Set(rules.flatMap(({ events }) => events))
  const conditions: Condition[] = []
  for (const { of, read } of readers)
    if (of.some((event) => watched.has(event))) conditions.push(...(await read(tx, rules)))
  const open = await store.readLastingIncidents(tx, rules)
  const { incidents, messages } = evaluateConditions(conditions, rules, open, await store.readNow(tx), newId)
  await writeIncidents(tx, incidents)
  await queueDeliveries(tx, rules, messages)
  return messages.length > 0
}
