import type { PostgresSession } from '../postgres/connections.ts'
import { describeListed, describeQuery } from '../postgres/describe.ts'
import { quoteTable } from '../sql-text.ts'
import { lengthOf } from '../type-kinds.ts'
import type { ColumnDescription, TableName } from '../warehouse.ts'

/** The codes of an unknown table and an unknown schema. */
const MISSING = ['42P01', '3F000']

/**
 * Names are one here whatever their case, and the catalogue has them in small letters, unless the cluster
 * tells them apart. Views with late binding and tables of external schemas are not in the catalogue: they are
 * asked for no rows.
 */
export async function describeTable(
  session: PostgresSession,
  table: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  const small = { schema: table.schema?.toLowerCase(), table: table.table.toLowerCase() }
  return (
    (await describeListed(session, table)) ??
    (await describeListed(session, small)) ??
    (await describeAsked(session, table))
  )
}

async function describeAsked(
  session: PostgresSession,
  table: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  try {
    const columns = await describeQuery(session, `select * from ${quoteTable(table)}`)
    return columns.map(({ name, type }) => {
      const [, digits, places] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? []
      const size = digits === undefined ? lengthOf(type) : Number(digits)
      const precision = places === undefined ? undefined : Number(places)
      return { name, type: type.replace(/\(.*/, ''), size, precision, nullable: true, isKey: false }
    })
  } catch (error) {
    const { code } = Object((error as Error).cause) as { code?: string }
    if (MISSING.includes(code ?? '')) return undefined
    throw error
  }
}
