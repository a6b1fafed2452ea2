import type { Static } from 'typebox'
import type { TableName } from '../../../warehouses/warehouse.ts'
import { shownTable, tableName } from '../../common/sql.ts'
import { passed, selectItems } from '../columns.ts'
import { orderBy } from '../ordering.ts'
import { type CompileContext, onlyInput, type SinkCompiler, writtenTable } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: SinkCompiler<typeof declaration.properties> = {
  declaration,
  async sink(context, parameters) {
    const { warehouse, query } = context
    const input = onlyInput(context)
    const table = tableOf(parameters)
    const { sql } = selectItems(
      warehouse,
      passed(warehouse, input.columns),
      `from ${input.from}`,
      orderBy(context, input, parameters.orderBy),
    )
    const sameColumns = await hasColumnsOf(context, table, sql)
    return {
      sql: warehouse.rewriteTableSql(table, query(sql), { sameColumns }),
      counted: true,
      message: (rows) => `${rows} rows written to ${shownTable(table)}`,
    }
  },
  written: (context, parameters) => writtenTable(context, tableOf(parameters)),
}

const tableOf = (parameters: Static<typeof declaration.properties>): TableName =>
  tableName(parameters, parameters.targetTable ?? parameters.table ?? '')

async function hasColumnsOf(
  { warehouse, options, describe }: CompileContext,
  table: TableName,
  select: string,
): Promise<boolean> {
  if ((await warehouse.describe(table, options)) === undefined) return false
  const there = await warehouse.describeQuery(`select * from ${warehouse.quoteTable(table)}`, options)
  const wanted = await describe(select)
  return JSON.stringify(there) === JSON.stringify(wanted)
}
