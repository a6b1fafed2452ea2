import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Grant } from '../../projects/access.ts'

/** Whether a runner exists, and may serve an environment of the project. */
export async function checkRunner(
  db: Db,
  grant: Grant,
  environmentName: string,
  runnerId: string,
): Promise<'unknown' | 'refused' | 'allowed'> {
  const { rows } = await sql<{ allowed: boolean }>`
    select exists (select from runner_may_serve(r.id, ${grant.projectId}, ${environmentName})) as allowed
      from runner r where r.id = ${runnerId}`.execute(db)
  return rows[0] === undefined ? 'unknown' : rows[0].allowed ? 'allowed' : 'refused'
}
