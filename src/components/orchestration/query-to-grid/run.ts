import { queryOf } from '../../common/basic-query.ts'
import { failure, success } from '../../common/outcome.ts'
import { columnPositions, readRows, withWarehouse } from '../../common/sql.ts'
import { gridOf, MAX_GRID_ROWS, rowCountFaults } from '../../common/variables.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** Replaces the rows of the grid. Null and grid columns without a mapping become empty cells. */
export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const { gridVariable: variable, gridVariableMapping: mapping } = parameters
    const grid = gridOf(context.variables, variable)
    if ('fault' in grid) return failure(grid.fault)
    const unknown = mapping.filter(([, column = '']) => !grid.columns.includes(column))
    if (unknown.length > 0) {
      const names = unknown.map(([, column]) => `"${column}"`).join(', ')
      return failure(`The grid "${variable}" has no column ${names}; it has ${grid.columns.join(', ')}`)
    }
    const wanted = mapping.map(([column = '']) => column)
    const query = await queryOf(parameters, wanted, warehouse, options)
    if ('fault' in query) return failure(query.fault)

    const { columns, rows, more } = await readRows(warehouse, query.sql, MAX_GRID_ROWS, options)
    if (more) return failure(rowCountFaults(variable, MAX_GRID_ROWS + 1).join())
    const found = columnPositions(columns, wanted)
    if ('fault' in found) return failure(found.fault)
    const sources = grid.columns.map((column) => {
      const index = mapping.findIndex(([, target]) => target === column)
      return index === -1 ? -1 : found.positions[index]!
    })
    const value = rows.map((row) => sources.map((source) => row[source] ?? ''))
    return success(`${variable} has ${value.length} rows`, {
      updates: [{ variable, value }],
      rowCount: value.length,
    })
  }),
)
