import { type BulkLoad, batchColumn, type Cell } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { ClickHouseSession } from './connections.ts'
import { quoteText } from './quote.ts'
import { clickHouseTokens } from './split.ts'

const BATCH = 'headrace_batch'

interface Insert {
  /** What stands before the query. */
  readonly into: string
  readonly query: string
}

/**
 * A load that writes nothing before its commit: the rows stand in the text of its statements, as tab-separated values. Each is
 * computed when it is given, so that what does not fit fails then; the commit inserts them, those of one table at once. Throws
 * WarehouseError, the signal's reason when it aborts.
 */
export function beginLoad(session: ClickHouseSession): BulkLoad {
  const inserts: Insert[] = []
  let batch = ''
  let failed = false

  /** How many rows a query has; every cell of them is computed. */
  async function countRows(query: string): Promise<number> {
    const rows = await session.rowsOf(
      `select count(), sum(length(formatRowNoNewline('TSV', *))) from (\n${query}\n) as headrace_checked`,
    )
    return Number(rows[0]?.[0] ?? 0)
  }

  return {
    batch: BATCH,
    async fill(rows) {
      session.signal.throwIfAborted()
      batch = batchOf(rows)
    },
    async execute(sql) {
      try {
        const { into, query: given } = partsOf(sql)
        const query = `with ${BATCH} as (${batch})\n${given}`
        const rows = await countRows(query)
        if (into !== undefined) inserts.push({ into, query })
        return rows
      } catch (error) {
        failed = true
        throw error
      }
    },
    async commit() {
      try {
        session.signal.throwIfAborted()
        if (failed) throw new WarehouseError('A statement of the load failed, so it was rolled back')
        for (const [into, all] of Map.groupBy(inserts, (insert) => insert.into)) {
          const rows = all.map(({ query }) => `select * from (\n${query}\n)`).join('\nunion all\n')
          await Array.fromAsync((await session.run(`${into}\n${rows}`, { isRead: false })).rows)
        }
      } finally {
        session.release()
      }
    },
    rollback: async () => session.release(),
  }
}

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

/** The parts of an INSERT; of a temporary table, which would be gone after the load, only its query. */
function partsOf(sql: string): { readonly into: string | undefined; readonly query: string } {
  const tokens = [...clickHouseTokens(sql)]
  const words = tokens.slice(0, 2).map(({ text }) => text.toLowerCase())
  const isInsert = words[0] === 'insert' && words[1] === 'into'
  const query = tokens.find(({ text }) => text.toLowerCase() === 'select')
  if (query === undefined || !(isInsert || words.join(' ') === 'create temporary'))
    throw new WarehouseError('A load into ClickHouse accepts only statements that insert the rows of a query')
  return { into: isInsert ? sql.slice(0, query.index) : undefined, query: sql.slice(query.index) }
}
