import { digitsOf, kindOf } from '../../../warehouses/type-kinds.ts'
import type { QueryColumn, StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { readRows, shownTable } from '../../common/sql.ts'
import type { Field } from './fields.ts'

interface Move {
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  /** The table that is there already. */
  readonly table: TableName
  /** The table that was loaded. */
  readonly staging: TableName
}

/**
 * For each field, the expression that makes the value of the target's column of the one that was loaded:
 * types are found again for each load, and those of the target stay. Throws WarehouseError where whole
 * numbers would lose a fraction, or days a time.
 */
export async function valuesInto(move: Move, fields: readonly Field[]): Promise<readonly string[]> {
  const { warehouse, options, table, staging } = move
  const typesOf = async (one: TableName) => {
    const columns = await warehouse.describeQuery(`select * from ${warehouse.quoteTable(one)}`, options)
    const types = new Map(columns.map(({ name, type }) => [warehouse.nameKey(name), type]))
    return fields.map(({ name }) => types.get(warehouse.nameKey(name)))
  }
  const [given, wanted] = [await typesOf(staging), await typesOf(table)]
  const columns = fields.map(({ name }, index): Column => {
    const from = given[index] ?? ''
    return { name, type: from, to: wanted[index] ?? from }
  })
  await refuseLosses(move, columns)
  return columns.map(({ name, type, to }) => {
    const column = warehouse.quoteName(name)
    // What JSON becomes is left to the database: a cast may make 0 of it without a word.
    return type === to || kindOf(type) === 'other' ? column : warehouse.castSql(column, type, to)
  })
}

interface Column extends QueryColumn {
  /** The type of the target's column. */
  readonly to: string
}

async function refuseLosses(move: Move, columns: readonly Column[]) {
  const { warehouse, options, table, staging } = move
  const losing = columns.flatMap((column) => {
    const condition = lossSql(warehouse, column)
    return condition === undefined ? [] : [{ ...column, condition }]
  })
  if (losing.length === 0) return
  const items = losing.map(
    ({ condition }, index) => `max(case when ${condition} then 1 else 0 end) as c${index}`,
  )
  const sql = `select ${items.join(', ')} from ${warehouse.quoteTable(staging)}`
  const { rows } = await readRows(warehouse, sql, 1, options).catch((error: unknown) =>
    refuseUnfit(move, losing, error),
  )
  const lost = losing.find((_, index) => rows[0]?.[index] === '1')
  if (lost === undefined) return
  const what = isWhole(lost.to) ? 'numbers with a fraction' : 'days with a time'
  throw new WarehouseError(
    `The column "${lost.name}" of ${shownTable(table)} is of type ${lost.to}, and ${what} came for it: change its type, or have the ` +
      'table created again',
  )
}

/**
 * Throws with the name of the first column that the database cannot cast, and the database's reason; throws
 * `error` where it can cast all.
 */
async function refuseUnfit(move: Move, columns: readonly Column[], error: unknown): Promise<never> {
  const { warehouse, options, table, staging } = move
  for (const { name, type, to } of columns) {
    const cast = warehouse.castSql(warehouse.quoteName(name), type, to)
    const sql = `select max(${cast}) as c from ${warehouse.quoteTable(staging)}`
    await readRows(warehouse, sql, 1, options).catch((cause: unknown) => {
      if (!(cause instanceof WarehouseError)) throw cause
      const [said] = cause.message.split('\n', 1)
      throw new WarehouseError(
        `The column "${name}" of ${shownTable(table)} is of type ${to}, and a value that came for it does not fit: ${said}`,
        { cause },
      )
    })
  }
  throw error
}

const isWhole = (type: string): boolean => kindOf(type) === 'integer' || digitsOf(type)?.behind === 0

/** Whether a value would lose its fraction or its time; undefined where none can. */
function lossSql({ castSql, typeSql, quoteName }: Warehouse, { name, type, to }: Column): string | undefined {
  const from = kindOf(type)
  const numbers = isWhole(to) && !isWhole(type) && ['decimal', 'float', 'text'].includes(from)
  if (!numbers && !(kindOf(to) === 'day' && ['moment', 'text'].includes(from))) return undefined
  const column = quoteName(name)
  const compared = from === 'text' ? typeSql({ type: numbers ? 'DOUBLE' : 'TIMESTAMP' }) : type
  const plain = from === 'text' ? castSql(column, type, compared) : column
  return `${castSql(castSql(column, type, to), to, compared)} <> ${plain}`
}
