import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { queryOf } from '../../common/basic-query.ts'
import { isAdvanced } from '../../common/basic-query-properties.ts'
import { iterationsOf } from '../../common/iterations.ts'
import { columnPositions, readRows } from '../../common/sql.ts'
import { MAX_GRID_ROWS } from '../../common/variables.ts'
import { iterator } from '../../component.ts'
import { declaration } from './properties.ts'

/** One iteration for each row of the table or query, all read before the first one begins. */
export const run = iterator(declaration, async (context, parameters) => {
  const { columnMapping = [], columnMapping1 = [] } = parameters
  const mapping = isAdvanced(parameters) && columnMapping1.length > 0 ? columnMapping1 : columnMapping
  const wanted = mapping.map(([column = '']) => column)
  try {
    const warehouse = await context.warehouse()
    const options = { signal: context.signal }
    const query = await queryOf(parameters, wanted, warehouse, options)
    if ('fault' in query) return { failed: query.fault }
    const { columns, rows, more } = await readRows(warehouse, query.sql, MAX_GRID_ROWS, options)
    if (more) return { failed: `There are more than ${MAX_GRID_ROWS} rows; iterate over fewer` }
    const found = columnPositions(columns, wanted)
    if ('fault' in found) return { failed: found.fault }
    return iterationsOf(
      context.variables,
      mapping.map(([, variable = '']) => variable),
      rows.map((row) => found.positions.map((position) => row[position] ?? null)),
    )
  } catch (error) {
    if (error instanceof WarehouseError) return { failed: error.message }
    throw error
  }
})
