import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { type MissedRunPolicy, type RunTarget, readTargets } from '../../schedules/targets/access.ts'

/** A trigger with what it would run at this moment, and how. */
export interface FiringTarget extends RunTarget {
  readonly enabled: boolean
  readonly missedRunPolicy: MissedRunPolicy
  readonly variablePaths: Readonly<Record<string, string>>
}

/** Reads what triggers would run, in no order; those that are gone are missing. */
export const readFiringTargets = (tx: Db, ids: readonly string[]): Promise<FiringTarget[]> =>
  readTargets<FiringTarget>(
    tx,
    'data_trigger',
    ids,
    sql`, s.enabled, s.missed_run_policy as "missedRunPolicy", s.variable_paths as "variablePaths"`,
  )

/**
 * Locks a trigger for this transaction: nothing else starts it meanwhile, where its executions must not
 * overlap.
 */
export async function lockOne(tx: Db, id: string): Promise<void> {
  await sql`select from data_trigger where id = ${id} for no key update`.execute(tx)
}

/**
 * Locks those of these triggers whose executions must not overlap, and answers which. One that somebody else
 * holds is left out: waiting for it could be a deadlock with its deletion, which takes its rows in the other
 * order.
 */
export async function lockExclusive(tx: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from data_trigger where id = any(${ids}::uuid[]) for no key update skip locked`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
