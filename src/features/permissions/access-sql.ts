import { type RawBuilder, sql } from 'kysely'

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
