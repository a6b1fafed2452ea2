import { failure, success } from '../../common/outcome.ts'
import { shownTable, tableName, withWarehouse } from '../../common/sql.ts'
import { gridOf } from '../../common/variables.ts'
import { component } from '../../component.ts'
import { metadataOf } from './metadata.ts'
import { declaration } from './properties.ts'

/** One row for each column of the table. The mapping says, by position, what each grid column gets. */
export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const { targetTable, gridVariable: variable, gridVariableMapping } = parameters
    const grid = gridOf(context.variables, variable)
    if ('fault' in grid) return failure(grid.fault)
    const name = tableName(parameters, targetTable)
    const columns = await warehouse.describe(name, options)
    if (columns === undefined) return failure(`Table ${shownTable(name)} does not exist`)
    const cells = grid.columns.map((_, index) => metadataOf(gridVariableMapping[index] ?? '') ?? (() => ''))
    const value = columns.map((column) => cells.map((cell) => cell(column)))
    return success(`${variable} has ${value.length} rows`, {
      updates: [{ variable, value }],
      rowCount: value.length,
    })
  }),
)
