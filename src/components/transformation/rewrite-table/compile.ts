import type { TableName } from '../../../warehouses/warehouse.ts'
import { shownTable, tableName } from '../../common/sql.ts'
import { passed, selectItems } from '../columns.ts'
import { orderBy } from '../ordering.ts'
import { type CompileContext, onlyInput, type SinkCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: SinkCompiler<typeof declaration.properties> = {
  declaration,
  async sink(context, parameters) {
    const { warehouse, query } = context
    const input = onlyInput(context)
    const table = tableName(parameters, parameters.targetTable ?? parameters.table ?? '')
    const { sql } = selectItems(
      warehouse,
      passed(warehouse, input.columns),
      `from ${input.from}`,
      orderBy(context, input, parameters.orderBy),
    )
    const whole = query(sql)
    const sameColumns = await hasColumnsOf(context, table, whole)
    return {
      sql: warehouse.rewriteTableSql(table, whole, { sameColumns }),
      counted: true,
      message: (rows) => `${rows} rows written to ${shownTable(table)}`,
    }
  },
}

async function hasColumnsOf(
  { warehouse, options }: CompileContext,
  table: TableName,
  query: string,
): Promise<boolean> {
  if ((await warehouse.describe(table, options)) === undefined) return false
  const there = await warehouse.describeQuery(`select * from ${warehouse.quoteTable(table)}`, options)
  const wanted = await warehouse.describeQuery(query, options)
  return JSON.stringify(there) === JSON.stringify(wanted)
}
