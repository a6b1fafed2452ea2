import type { Outcome, VariableUpdate } from '../../../pipeline/flow-events.ts'
import { queryOf } from '../../common/basic-query.ts'
import { failure, success } from '../../common/outcome.ts'
import { columnPositions, type ReadRows, readRows, withWarehouse } from '../../common/sql.ts'
import { scalarUpdate } from '../../common/variables.ts'
import { component, type StepContext } from '../../component.ts'
import { declaration } from './properties.ts'

/**
 * Takes the first row; a query without rows fails the step rather than leave old values in place unnoticed.
 */
export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const { scalarVariableMapping: mapping } = parameters
    const columns = mapping.map(([, column = '']) => column)
    const query = await queryOf(parameters, columns, warehouse, options)
    if ('fault' in query) return failure(query.fault)
    return outcomeOf(context, mapping, await readRows(warehouse, query.sql, 1, options))
  }),
)

function outcomeOf(context: StepContext, mapping: readonly (readonly string[])[], result: ReadRows): Outcome {
  const found = columnPositions(
    result.columns,
    mapping.map(([, column = '']) => column),
  )
  if ('fault' in found) return failure(found.fault)
  const row = result.rows[0]
  if (row === undefined) {
    const names = mapping.map(([variable]) => `"${variable}"`).join(', ')
    return failure(`The query returned no row, so ${names} could not be set`)
  }
  const updates: VariableUpdate[] = []
  const faults: string[] = []
  for (const [index, [variable = '']] of mapping.entries()) {
    const made = scalarUpdate(context.variables, variable, row[found.positions[index]!] ?? null)
    if ('fault' in made) faults.push(made.fault)
    else updates.push(made.update)
  }
  if (faults.length > 0) return failure(faults.join('. '))
  const message = updates.map(({ variable, value }) => `${variable} = ${value}`).join('\n')
  return success(message, { updates, rowCount: 1 })
}
