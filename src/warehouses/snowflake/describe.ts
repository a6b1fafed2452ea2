import { quoteTable } from '../sql-text.ts'
import type { ColumnDescription, TableName } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import type { SnowflakeSession } from './connections.ts'

const MISSING = /does not exist|not exist or not authorized/i

/** Columns of a table or view. No warehouse of Snowflake has to run for it. */
export async function describeTable(
  session: SnowflakeSession,
  table: TableName,
): Promise<readonly ColumnDescription[] | undefined> {
  try {
    const answer = await session.ask({ sql: `describe table ${quoteTable(table)}` })
    const names = answer.columns.map(({ name }) => name.toLowerCase())
    const at = (row: readonly (string | null)[], name: string) => row[names.indexOf(name)] ?? ''
    return answer.rows.map((row) => ({
      name: at(row, 'name'),
      ...sizesOf(at(row, 'type')),
      nullable: at(row, 'null?') === 'Y',
      isKey: at(row, 'primary key') === 'Y',
    }))
  } catch (error) {
    if (error instanceof WarehouseError && MISSING.test(error.message)) return undefined
    throw error
  }
}

const LONGEST_TEXT = 16_777_216

/** `NUMBER(10,2)` and `VARCHAR(20)` with their sizes; a VARCHAR as long as can be has none. */
function sizesOf(written: string): Pick<ColumnDescription, 'type' | 'size' | 'precision'> {
  const [, type = written, size, places] = /^(\w+)\((\d+)(?:,\s*(\d+))?\)$/.exec(written) ?? []
  const isText = /^(VARCHAR|CHAR|TEXT|BINARY)$/.test(type)
  const isNumber = type === 'NUMBER'
  return {
    type,
    size:
      (isNumber || (isText && Number(size) < LONGEST_TEXT)) && size !== undefined ? Number(size) : undefined,
    precision: isNumber && places !== undefined ? Number(places) : undefined,
  }
}
