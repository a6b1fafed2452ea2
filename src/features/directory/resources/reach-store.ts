import { type RawBuilder, sql } from 'kysely'
import type { DirectoryGrant } from '../grant.ts'

/** Whether the caller is an identity provider. */
export type Reach = Pick<DirectoryGrant, 'byDirectory'>

/**
 * Whether the caller reaches the user or group of a row (decisions.md §10): administrators reach all; a
 * directory token reaches what the directory made, unless it holds an account role. For conditions, never
 * null.
 */
export const reached = ({ byDirectory }: Reach, row: 'r' | 'g' | 'u' | 'n'): RawBuilder<unknown> =>
  byDirectory
    ? sql`(coalesce(${sql.ref(`${row}.made_by_directory`)}, false)
           and ${sql.ref(`${row}.id`)} not in (select administrators()))`
    : sql`true`

/** The same for a column with the id of a user or group. */
export const reachedId = ({ byDirectory }: Reach, column: string): RawBuilder<unknown> =>
  byDirectory
    ? sql`(${sql.ref(column)} in (select id from directory_user where made_by_directory
                                  union all select id from directory_group where made_by_directory)
           and ${sql.ref(column)} not in (select administrators()))`
    : sql`true`
