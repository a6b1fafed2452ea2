import { failure, success } from '../../common/outcome.ts'
import { type GridState, gridOf, rowFaults } from '../../common/variables.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/**
 * Removes every row whose key columns equal those of a given row or, with `Not In`, of none. Without key
 * columns whole rows are compared. What is not there is no failure.
 */
export const run = component(declaration, async (context, parameters) => {
  const { targetGridVariable: variable, keyColumns = [], operation = 'In', valuesGrid } = parameters
  const grid = gridOf(context.variables, variable)
  if ('fault' in grid) return failure(grid.fault)
  const keys = keyColumns.length > 0 ? keyColumns : grid.columns
  const unknown = keys.filter((key) => !grid.columns.includes(key))
  if (unknown.length > 0) {
    const names = unknown.map((key) => `"${key}"`).join(', ')
    return failure(
      `The grid "${variable}" has no column ${names}; its columns are ${grid.columns.join(', ')}`,
    )
  }
  const compared = keyColumns.length > 0 ? 'the key has' : `the grid "${variable}" has`
  const faults = rowFaults(compared, keys, valuesGrid)
  if (faults.length > 0) return failure(faults.join('. '))
  const value = rowsLeft(grid, keys, valuesGrid, operation === 'In')
  const removed = grid.rows.length - value.length
  return success(`${removed} ${removed === 1 ? 'row' : 'rows'} removed, ${value.length} left`, {
    updates: [{ variable, value }],
  })
})

function rowsLeft(
  { columns, rows }: GridState,
  keys: readonly string[],
  values: readonly (readonly string[])[],
  removesListed: boolean,
) {
  const positions = keys.map((key) => columns.indexOf(key))
  const listed = new Set(values.map((row) => JSON.stringify(row)))
  const isListed = (row: readonly string[]) =>
    listed.has(JSON.stringify(positions.map((position) => row[position] ?? '')))
  return rows.filter((row) => isListed(row) !== removesListed)
}
