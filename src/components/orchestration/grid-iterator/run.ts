import { iterationsOf } from '../../common/iterations.ts'
import { gridOf } from '../../common/variables.ts'
import { iterator } from '../../component.ts'
import { declaration } from './properties.ts'

/** One iteration for each row of the grid; the mapping says which column goes to which variable. */
export const run = iterator(declaration, async (context, parameters) => {
  const { gridVariable, gridIteratorVariableMapping: mapping } = parameters
  const grid = gridOf(context.variables, gridVariable)
  if ('fault' in grid) return { failed: grid.fault }
  const unknown = mapping.filter(([column = '']) => !grid.columns.includes(column))
  if (unknown.length > 0) {
    const names = unknown.map(([column]) => `"${column}"`).join(', ')
    return { failed: `The grid "${gridVariable}" has no column ${names}; it has ${grid.columns.join(', ')}` }
  }
  const positions = mapping.map(([column = '']) => grid.columns.indexOf(column))
  return iterationsOf(
    context.variables,
    mapping.map(([, variable = '']) => variable),
    grid.rows.map((row) => positions.map((position) => row[position] ?? '')),
  )
})
