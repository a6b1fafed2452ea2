import { type RawBuilder, sql } from 'kysely'

/**
 * The columns as `order by` takes them, all in the direction that was asked for, so that one index serves
 * both.
 */
export const orderedBy = (
  { isReversed }: { readonly isReversed: boolean },
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> => {
  const direction = isReversed ? sql`desc` : sql`asc`
  return sql.join(
    columns.map((column) => sql`${column} ${direction}`),
    sql`, `,
  )
}
