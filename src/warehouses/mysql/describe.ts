import { quoteTable, quoteText } from '../sql-text.ts'
import type { ColumnDescription, QueryColumn, TableName } from '../warehouse.ts'
import { typeOf } from './columns.ts'
import type { MysqlSession } from './connections.ts'

/** Columns of a table or view. */
export async function describeTable(
  session: MysqlSession,
  name: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  const { schema, table } = name
  const { rows } = await session.ask(
    `select column_name, column_type, is_nullable, column_key, character_maximum_length,
            numeric_precision, numeric_scale
       from information_schema.columns
      where table_schema = ${schema === undefined ? 'database()' : quoteText(schema)} and table_name = ${quoteText(table)}
      order by ordinal_position`,
  )
  if (rows.length === 0) return undefined
  // MariaDB keeps JSON as text, and tells it apart only beside the rows.
  const { columns = [] } = await session.ask(`select * from ${quoteTable(name)} limit 0`)
  const json = new Set(columns.filter((one) => typeOf(one) === 'json').map((one) => one.name))
  return rows.map(([column, columnType, nullable, key, length, precision, scale]) => {
    const type = json.has(String(column)) ? 'json' : shownType(String(columnType))
    const isDecimal = type.startsWith('decimal')
    const isSized = /^(var)?char/.test(type)
    return {
      name: String(column),
      type: type.replace(/\(.*\)/, ''),
      size: isDecimal ? Number(precision) : isSized ? Number(length) : undefined,
      precision: isDecimal ? Number(scale) : undefined,
      nullable: nullable === 'YES',
      isKey: key === 'PRI',
    }
  })
}

/** An `int(11)` holds what every `int` does; a `tinyint(1)` is a truth value. */
function shownType(columnType: string): string {
  if (columnType === 'tinyint(1)') return 'boolean'
  return columnType.replace(/^((?:tiny|small|medium|big)?int|year)\(\d+\)/, '$1')
}

/** Columns of a query, of which no row is asked for. Throws WarehouseError. */
export async function describeQuery(session: MysqlSession, sql: string): Promise<readonly QueryColumn[]> {
  const { columns = [] } = await session.ask(`select * from (\n${sql}\n) as headrace_described limit 0`)
  return columns.map((column) => ({ name: column.name, type: typeOf(column) }))
}
