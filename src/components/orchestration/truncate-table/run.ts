import { success } from '../../common/outcome.ts'
import { shownTable, tableName, withWarehouse } from '../../common/sql.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const tables = parameters.targetTable.map((table) => tableName(parameters, table))
    const statements = tables.map((table) => `truncate table ${warehouse.quoteTable(table)}`)
    const { changes } = await warehouse.execute(statements.join(';\n'), options)
    const names = tables.map(shownTable).join(', ')
    return success(tables.length === 1 ? `Table ${names} is empty` : `Tables ${names} are empty`, { changes })
  }),
)
