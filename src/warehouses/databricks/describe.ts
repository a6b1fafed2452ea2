import type { Cell, ColumnDescription, QueryColumn, TableName } from '../warehouse.ts'
import type { DatabricksSession } from './connections.ts'
import { quoteName, quoteText } from './quote.ts'
import { splitStatements } from './split.ts'

const MAX_COLUMNS = 10_000

/** Columns of a table or view; what is not there, or may not be seen, is undefined. */
export async function describeTable(
  session: DatabricksSession,
  { database, schema, table }: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  const { place } = session
  const done = await session.run(`select column_name, full_data_type, is_nullable
  from ${quoteName(database ?? place.catalog)}.information_schema.columns
 where table_schema = lower(${quoteText(schema ?? place.schema)}) and table_name = lower(${quoteText(table)})
 order by ordinal_position limit ${MAX_COLUMNS}`)
  const rows = (await Array.fromAsync(session.rows(done))).flat()
  return rows.length === 0 ? undefined : rows.map(described)
}

function described([name, type, nullable]: readonly Cell[]): ColumnDescription {
  const [, word = '', size, places] = /^(\w+)(?:\((\d+)(?:, ?(\d+))?\))?/.exec(type ?? '') ?? []
  const isPlain = !/</.test(type ?? '')
  return {
    name: name ?? '',
    type: (isPlain ? word : (type ?? '')).toUpperCase(),
    size: isPlain && size !== undefined ? Number(size) : undefined,
    precision: isPlain && places !== undefined ? Number(places) : undefined,
    nullable: nullable !== 'NO',
    isKey: false,
  }
}

/** Columns of a query, which is checked and not run. Throws WarehouseError. */
export async function describeQuery(
  session: DatabricksSession,
  sql: string,
): Promise<readonly QueryColumn[]> {
  const [statement] = splitStatements(sql)
  const done = await session.run(`describe query ${statement?.sql ?? sql}`)
  const rows = (await Array.fromAsync(session.rows(done))).flat()
  return rows.map(([name, type]) => ({ name: name ?? '', type: (type ?? '').toUpperCase() }))
}
