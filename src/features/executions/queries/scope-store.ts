import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { actingAs, seesEnvironment } from '../../permissions/access-sql.ts'

/** What a caller sees of a project that it has a role in. */
export interface Scope {
  readonly id: string
  /** The environments whose executions it sees; null is all, those that were deleted included. */
  readonly environments: readonly { readonly id: string; readonly name: string }[] | null
  /** Whether there are environments that it does not see. */
  readonly hidden: boolean
}

/** The projects whose executions a caller sees, one of them only when it is given (decisions.md §2). */
export async function readScopes(
  db: Db,
  { principalId }: Caller,
  projectId: string | undefined,
): Promise<Scope[]> {
  const { rows } = await sql<Scope>`
    select r.project_id as id, case when r.administers then null else f.environments end as environments,
           not r.administers and f.hidden as hidden
      from (select project_id, bool_or(role = 'ADMIN') as administers from project_role
             where principal_id = any(${actingAs(principalId)})
               and ${projectId === undefined ? sql`true` : sql`project_id = ${projectId}`}
             group by project_id) r
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name)) filter (where e.sees), '[]') as environments,
              coalesce(bool_or(not e.sees), false) as hidden
         from (select e.id, e.name, ${seesEnvironment(principalId)} as sees
                 from environment e where e.project_id = r.project_id and not r.administers) e) f`.execute(db)
  return rows
}
