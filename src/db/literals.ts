import { sql } from 'kysely'

/**
 * `('A', 'B')` as literals of the statement, for `status in ${literals(…)}`. The planner matches literals
 * against the conditions of partial indexes, which it cannot do with parameters. For values of the program
 * only.
 */
export const literals = (values: readonly string[]) =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`
