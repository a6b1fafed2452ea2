import { shownTable, tableName } from '../../common/sql.ts'
import { columnsOf, selectItems } from '../columns.ts'
import { CompileError, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

/** Columns keep the names that the file gives them, also where the table spells them in another case. */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation({ warehouse, options }, parameters) {
    const { targetTable, table, columnNames = [] } = parameters
    const name = tableName(parameters, targetTable ?? table ?? '')
    const described = await warehouse.describe(name, options)
    if (described === undefined) throw new CompileError(`Table ${shownTable(name)} does not exist`)
    const all = described.map((column) => column.name)
    const wanted = columnNames.length === 0 ? all : columnNames
    const found = columnsOf({ columns: all }, wanted)
    const items = wanted.map((column, index) => ({
      sql: warehouse.quoteName(found[index] ?? column),
      name: column,
    }))
    return selectItems(warehouse, items, `from ${warehouse.quoteTable(name)}`)
  },
}
