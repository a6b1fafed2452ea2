import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { EnvironmentId } from '../../lib/ids.ts'

const openOf = (environmentId: ReturnType<typeof sql>) =>
  sql`from environment_move m where m.environment_id = ${environmentId} and m.ended_at is null`

/**
 * Whether executions of the environment with the id `environmentId`, an expression, are held back while it
 * moves.
 */
export const isHeldBack = (environmentId: string) => sql<boolean>`
    exists (select ${openOf(sql.ref(environmentId))})`

/** Why an execution of such an environment waits, as a sentence; null where it waits for something else. */
export const waitsForMove = (environmentId: string) =>
  sql`(select 'Waits until the environment has moved to ' || m.connection_name ${openOf(sql.ref(environmentId))})`

/** Whether the environment moves at the moment. */
export async function hasOpenMove(db: Db, environmentId: EnvironmentId): Promise<boolean> {
  const { rows } = await sql`select 1 ${openOf(sql`${environmentId}`)}`.execute(db)
  return rows.length > 0
}
