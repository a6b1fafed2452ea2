import { failureOfGates, gatesOf, outcomeOfGates } from '../../common/gates/gate-result.ts'
import { checkPublished } from '../../common/gates/publish.ts'
import { failure } from '../../common/outcome.ts'
import { shownTable, tableName, withWarehouse } from '../../common/sql.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

export const run = component(declaration, (context, parameters) =>
  withWarehouse(context, async (warehouse, options) => {
    const table = tableName(parameters, parameters.targetTable)
    if ((await warehouse.describe(table, options)) === undefined)
      return failure(`Table ${shownTable(table)} does not exist`)
    const gates = gatesOf(parameters)
    const gated = await checkPublished({ context, warehouse, options, gates, table })
    if (gated.stopped !== undefined) return failureOfGates(gated.results, gated.stopped)
    const number = gates.length === 1 ? '1 gate' : `${gates.length} gates`
    return outcomeOfGates(gated, `${number} of ${shownTable(table)} checked`, {})
  }),
)
