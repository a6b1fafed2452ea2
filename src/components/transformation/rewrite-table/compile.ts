import type { Static } from 'typebox'
import type { QueryColumn, TableName } from '../../../warehouses/warehouse.ts'
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
    await warehouse.refuseView?.(table, context.options)
    const columns = await context.describe(sql)
    const sameColumns = await hasColumns(context, table, columns)
    if (sameColumns) await warehouse.refuseLasting?.(table, context.options)
    const facts = { sameColumns, columns }
    return {
      sql: warehouse.rewriteTableSql(table, query(sql), facts),
      target: table,
      stage: warehouse.stageRewriteSql?.(table, query(sql), facts),
      counted: true,
      message: (rows) => `${rows} rows written to ${shownTable(table)}`,
    }
  },
  written: (context, parameters) => writtenTable(context, tableOf(parameters)),
}

const tableOf = (parameters: Static<typeof declaration.properties>): TableName =>
  tableName(parameters, parameters.targetTable ?? parameters.table ?? '')

async function hasColumns(
  { warehouse, options }: CompileContext,
  table: TableName,
  wanted: readonly QueryColumn[],
): Promise<boolean> {
  if ((await warehouse.describe(table, options)) === undefined) return false
  const there = await warehouse.describeQuery(`select * from ${warehouse.quoteTable(table)}`, options)
  return JSON.stringify(there) === JSON.stringify(wanted)
}
