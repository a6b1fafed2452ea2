import { loadAtCommit } from '../load-at-commit.ts'
import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import type { ClickHouseSession } from './connections.ts'
import { quoteText } from './quote.ts'
import { clickHouseTokens } from './split.ts'

/** Rows are tab-separated values, and those of one table are one INSERT. */
export const beginLoad = (session: ClickHouseSession): BulkLoad =>
  loadAtCommit({
    product: 'ClickHouse',
    session,
    tokensOf: clickHouseTokens,
    batchOf,
    async countRows(query) {
      const rows = await session.rowsOf(
        `select count(), sum(length(formatRowNoNewline('TSV', *))) from (\n${query}\n) as headrace_checked`,
      )
      return Number(rows[0]?.[0] ?? 0)
    },
    async insertAll(inserts) {
      for (const [into, all] of Map.groupBy(inserts, (insert) => insert.into)) {
        const rows = all.map(({ query }) => `select * from (\n${query}\n)`).join('\nunion all\n')
        await Array.fromAsync((await session.run(`${into}\n${rows}`, { isRead: false })).rows)
      }
    },
  })

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
}

const cellOf = (cell: Cell): string =>
  cell === null
    ? '\\N'
    : /[\\\t\n\r\0]/.test(cell)
      ? cell.replaceAll(/[\\\t\n\r\0]/g, (sign) => escapes[sign] ?? sign)
      : cell

/** The rows as a query of texts. */
function batchOf(rows: readonly (readonly Cell[])[]): string {
  const columns = (rows[0] ?? []).map((_, index) => `${batchColumn(index)} Nullable(String)`).join(', ')
  const text = rows.map((row) => `${row.map(cellOf).join('\t')}\n`).join('')
  return `select * from format(TabSeparated, ${quoteText(columns)}, ${quoteText(text)})`
}
