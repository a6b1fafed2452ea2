import { success } from '../../common/outcome.ts'
import { shownTable, tableName, withWarehouse } from '../../common/sql.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const name = tableName(parameters, parameters.targetTable)
    const { changes } = await warehouse.execute(`truncate ${warehouse.quoteTable(name)}`, options)
    return success(`Table ${shownTable(name)} is empty`, { changes })
  }),
)
