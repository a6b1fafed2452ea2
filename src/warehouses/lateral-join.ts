/** A join with a table that reads the row before it. `keepsRows`: a row stays where that table has none. */
export const lateralJoin = (table: string, keepsRows: boolean): string =>
  keepsRows ? `left join ${table} on true` : `cross join ${table}`
