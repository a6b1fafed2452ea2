import { failure, success } from '../../common/outcome.ts'
import { gridOf, rowFaults } from '../../common/variables.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** Removes every row that equals a given one in all its cells; what is not there is no failure. */
export const run = component(declaration, async (context, parameters) => {
  const { targetGridVariable: variable, valuesGrid } = parameters
  const grid = gridOf(context.variables, variable)
  if ('fault' in grid) return failure(grid.fault)
  const faults = rowFaults(variable, grid.columns, valuesGrid)
  if (faults.length > 0) return failure(faults.join('. '))
  const unwanted = new Set(valuesGrid.map((row) => JSON.stringify(row)))
  const value = grid.rows.filter((row) => !unwanted.has(JSON.stringify(row)))
  const removed = grid.rows.length - value.length
  return success(`${removed} ${removed === 1 ? 'row' : 'rows'} removed, ${value.length} left`, {
    updates: [{ variable, value }],
  })
})
