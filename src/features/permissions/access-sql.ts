import { type RawBuilder, sql } from 'kysely'

/**
 * The principals whose roles count when `principalId` asks: its own and its groups', however deep. For
 * `principal_id = any(…)`; evaluated once per statement.
 */
export const actingAs = (principalId: string): RawBuilder<string[]> =>
  sql`(select acting_as(${principalId}::uuid))::uuid[]`

/** What was given to a principal or its groups in the environment of a row; null when nothing was. */
export const givenAccess = (environmentColumn: string, principalId: string): RawBuilder<string | null> =>
  sql`given_access(${sql.ref(environmentColumn)}, ${actingAs(principalId)}, ${principalId}::uuid)`
