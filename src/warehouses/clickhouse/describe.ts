import type { ColumnDescription, QueryColumn, TableName } from '../warehouse.ts'
import { plainType } from './cells.ts'
import type { ClickHouseSession } from './connections.ts'
import { quoteText } from './quote.ts'
import { splitStatements } from './split.ts'

const MAX_COLUMNS = 10_000

/** Columns of a table or view; what is not there, or may not be seen, is undefined. */
export async function describeTable(
  session: ClickHouseSession,
  { schema = session.place.database, table }: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  const rows = await session.rowsOf(`select name, type from system.columns
 where database = ${quoteText(schema)} and table = ${quoteText(table)}
 order by position limit ${MAX_COLUMNS}`)
  return rows.length === 0 ? undefined : rows.map(([name, type]) => described(name ?? '', type ?? ''))
}

function described(name: string, given: string): ColumnDescription {
  const type = plainType(given)
  const [, word = type, digits, places] = /^(Decimal)\((\d+), (\d+)\)$/.exec(type) ?? []
  return {
    name,
    type: word,
    size: digits === undefined ? undefined : Number(digits),
    precision: places === undefined ? undefined : Number(places),
    nullable: given !== type && /Nullable\(/.test(given),
    // A primary key of ClickHouse orders rows, and takes the same key twice.
    isKey: false,
  }
}

/** Columns of a query, which is checked and not run. Throws WarehouseError. */
export async function describeQuery(
  session: ClickHouseSession,
  sql: string,
): Promise<readonly QueryColumn[]> {
  const [statement] = splitStatements(sql)
  const rows = await session.rowsOf(`describe (\n${statement?.sql ?? sql}\n)`)
  return rows.map(([name, type]) => ({ name: name ?? '', type: plainType(type ?? '') }))
}
