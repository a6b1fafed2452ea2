import type { Static } from 'typebox'
import type { QueryColumn } from '../../../warehouses/warehouse.ts'
import { stageChange } from '../../common/gates/stage-change.ts'
import { shownTable, tableName } from '../../common/sql.ts'
import { columnsOf, selectItems } from '../columns.ts'
import { orderBy } from '../ordering.ts'
import {
  type CompileContext,
  CompileError,
  changedTable,
  type Input,
  onlyInput,
  type SinkCompiler,
  typedColumns,
} from '../relation.ts'
import { declaration } from './properties.ts'

type Parameters = Static<typeof declaration.properties>

/**
 * When truncating, the rows are computed first: the flow may read the table, and a failure must not empty it.
 */
export const compiler: SinkCompiler<typeof declaration.properties> = {
  declaration,
  async sink(context, parameters) {
    const { warehouse } = context
    const input = onlyInput(context)
    const table = tableName(parameters, parameters.targetTable)
    const empties = parameters.outputMode === 'Truncate'
    if (empties) await warehouse.refuseLasting?.(table, context.options)
    const { rows, columns } = await rowsFor(
      context,
      parameters,
      input,
      await targetColumns(context, parameters),
    )
    const change = (target: string, query: string): string =>
      empties
        ? warehouse.parts.refill(target, columns, query).join(';\n')
        : `insert into ${target} (${columns})\n${query}`
    return {
      sql: change(warehouse.quoteTable(table), rows),
      target: table,
      stage: stageChange(warehouse, table, rows, change),
      counted: true,
      message: (count) => `${count} rows added to ${shownTable(table)}`,
    }
  },
  async written(context, parameters) {
    const columns = await targetColumns(context, parameters)
    return changedTable(context, tableName(parameters, parameters.targetTable), columns)
  },
}

async function targetColumns(
  { warehouse, options }: CompileContext,
  parameters: Parameters,
): Promise<readonly QueryColumn[]> {
  const table = tableName(parameters, parameters.targetTable)
  if ((await warehouse.describe(table, options)) === undefined) {
    throw new CompileError(
      `Table ${shownTable(table)} does not exist: create it first, or use a rewrite-table`,
    )
  }
  return warehouse.describeQuery(`select * from ${warehouse.quoteTable(table)}`, options)
}

/** The rows in the order of `columns`. Without a mapping, every column goes into the one of its name. */
async function rowsFor(
  context: CompileContext,
  parameters: Parameters,
  input: Input,
  target: readonly QueryColumn[],
) {
  const { warehouse } = context
  const { columnMapping = [], fixDataTypeMismatches } = parameters
  const mapping = columnMapping.length > 0 ? columnMapping : input.columns.map((name) => [name, name])
  const from = columnsOf(
    input,
    mapping.map(([column = '']) => column),
  )
  const names = target.map(({ name }) => name)
  const to = columnsOf(
    { columns: names },
    mapping.map(([, column = '']) => column),
  )
  const types = fixDataTypeMismatches === 'Yes' ? await typedColumns(context, input) : []
  const items = to.map((name, index) => {
    const column = warehouse.quoteName(from[index] ?? '')
    const type = types.find((one) => one.name === from[index])?.type
    const wanted = target[names.indexOf(name)]?.type ?? ''
    return { sql: type === undefined ? column : warehouse.castSql(column, type, wanted), name }
  })
  const order = orderBy(context, input, parameters.orderBy)
  const source = order === '' ? input.from : `(select * from ${input.from} ${order}) as headrace_ordered`
  const { sql } = selectItems(warehouse, items, `from ${source}`)
  return { rows: context.query(sql), columns: to.map(warehouse.quoteName).join(', ') }
}
