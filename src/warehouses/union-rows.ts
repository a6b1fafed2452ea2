import type { InlineTable, SqlParts } from './sql-parts.ts'

/**
 * `select … union all select …`, in parentheses, for databases that have no VALUES for FROM, or several forms
 * of it.
 */
export function unionRows({ columns, rows }: Pick<InlineTable, 'columns' | 'rows'>): string {
  const first = (row: readonly string[]) =>
    row.map((cell, index) => `${cell} as ${columns[index]}`).join(', ')
  const selects = rows.map((row, index) => `  select ${index === 0 ? first(row) : row.join(', ')}`)
  return `(\n${selects.join(' union all\n')}\n)`
}

/**
 * For databases in which no table of a join may read the row before it: the rows are numbered, and each cell
 * looks up its number.
 */
export const numberedRowsBeside: SqlParts['rowsBeside'] = ({ alias, rows }) => {
  const numbers = unionRows({ columns: ['headrace_row'], rows: rows.map((_, row) => [String(row)]) })
  const cell = (column: number) =>
    `case ${alias}.headrace_row ${rows.map((row, index) => `when ${index} then ${row[column]}`).join(' ')} end`
  return { join: `cross join ${numbers} as ${alias}`, cell }
}
