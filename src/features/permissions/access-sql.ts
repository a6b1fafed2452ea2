import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../http/caller.ts'

/**
 * The principals whose roles count when `principalId` asks: its own and its groups', however deep. For
 * `principal_id = any(…)`. The `select` around the call makes it an uncorrelated subquery: PostgreSQL walks the groups
 * once per statement, where a bare call could be evaluated for every row. The cast makes `any` take it as an array.
 */
export const actingAs = (principalId: string): RawBuilder<string[]> =>
  sql`(select acting_as(${principalId}::uuid))::uuid[]`

/**
 * What was given to a principal or its groups in the environment of a row; null when nothing was. The function gets the
 * principal separately, because access given to it directly takes precedence over that of its groups.
 */
export const givenAccess = (environmentColumn: string, principalId: string): RawBuilder<string | null> =>
  sql`given_access(${sql.ref(environmentColumn)}, ${actingAs(principalId)}, ${principalId}::uuid)`

/**
 * Whether the caller may see the environment of the row `e`; for callers that do not administer its project. What an
 * environment that was deleted had in it is seen by administrators only: nobody can tell any more who else might.
 */
export const seesEnvironment = (principalId: string): RawBuilder<boolean> =>
  sql`coalesce(${givenAccess('e.id', principalId)} <> 'NO_ACCESS', e.default_user_access_level <> 'noAccess')`

/** Whether the caller may see the environment of the row `e`, whichever project it is in. */
export const seesEnvironmentAnywhere = ({ accountRole, principalId }: Caller): RawBuilder<boolean> =>
  sql`(${accountRole === 'SUPER_ADMIN'}::boolean or exists (
    select from project_role r where r.project_id = e.project_id and r.principal_id = any(${actingAs(principalId)})
       and (r.role = 'ADMIN' or ${seesEnvironment(principalId)})))`

/** `seesEnvironment` for running pipelines in it, with the strongest `role` in its project. */
export const runsInEnvironment = (principalId: string, role: string): RawBuilder<boolean> =>
  sql`coalesce(${givenAccess('e.id', principalId)} in ('RUNNER', 'ADMIN'),
               ${role !== 'READ_ONLY'}::boolean and e.default_user_access_level in ('runner', 'admin'))`
