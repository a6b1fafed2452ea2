import { failure, success } from '../../common/outcome.ts'
import { gridOf, rowCountFaults, rowFaults } from '../../common/variables.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** The new rows follow the old ones; `Overwrite` drops the old ones. */
export const run = component(declaration, async (context, parameters) => {
  const { targetGridVariable: variable, valuesGrid, operation = 'Append' } = parameters
  const grid = gridOf(context.variables, variable)
  if ('fault' in grid) return failure(grid.fault)
  const value = operation === 'Overwrite' ? valuesGrid : [...grid.rows, ...valuesGrid]
  const faults = [
    ...rowFaults(`the grid "${variable}" has`, grid.columns, valuesGrid),
    ...rowCountFaults(variable, value.length),
  ]
  if (faults.length > 0) return failure(faults.join('. '))
  return success(`${variable} has ${value.length} rows`, { updates: [{ variable, value }] })
})
