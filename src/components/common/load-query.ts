import type { Outcome } from '../../pipeline/flow-events.ts'
import type { Parameters } from '../../pipeline/model.ts'
import type { StepContext } from '../component.ts'
import type { Field } from '../orchestration/modular-api-extract-input-v2/fields.ts'
import {
  createLoad,
  type Load,
  placeOf,
  TableExistsError,
} from '../orchestration/modular-api-extract-input-v2/load.ts'
import { textOf } from './blocks.ts'
import { gatesOf, successOfLoad } from './gates/gate-result.ts'
import { failure, success } from './outcome.ts'
import { shownTable, tableName, withWarehouse } from './sql.ts'

/**
 * Loads what `read` adds into the `targetTable` of a query, all or nothing. The table is made again, unless
 * `loadOptions` say that it stays. `columns` undefined: those of the first elements. With `keepsColumns`
 * nothing is known of their types, as no rows come: a table that is there keeps its own, and is emptied.
 */
export function loadQuery(
  context: StepContext,
  parameters: Parameters,
  columns: readonly Field[] | undefined,
  read: (load: Load) => Promise<void>,
  { keepsColumns = false }: { readonly keepsColumns?: boolean } = {},
): Promise<Outcome> {
  const table = tableName(parameters as object, textOf(parameters['targetTable']))
  return withWarehouse(context, async (warehouse, options) => {
    const mode = recreates(parameters) ? 'REPLACE_IF_EXISTS' : 'APPEND'
    const gated = { context, gates: gatesOf(parameters) }
    const isKept =
      keepsColumns && mode === 'REPLACE_IF_EXISTS' && (await warehouse.describe(table, options)) !== undefined
    const key = context.idempotencyKey
    const known = isKept ? undefined : columns
    const load = createLoad({ warehouse, options, table, mode, key, columns: known, gated })
    try {
      const before = await load.begin()
      if (before !== undefined) {
        const changes = { inserted: before.rows, updated: 0, deleted: before.deleted }
        const message = `${shownTable(table)} was already loaded by an earlier attempt whose result was unknown`
        return success(message, { rowCount: before.rows, changes })
      }
      await read(load)
      const finished = await load.finish()
      const { rows, deleted } = finished
      const changes = { inserted: rows, updated: 0, deleted }
      const message = `${rows} rows ${placeOf(finished, table)}`
      return successOfLoad(finished, message, { rowCount: rows, changes })
    } catch (error) {
      if (error instanceof TableExistsError) return failure(error.message)
      throw error
    } finally {
      await load.abandon()
    }
  })
}

/** Files say it only where the table is to stay and be added to. */
function recreates(parameters: Parameters): boolean {
  const rows = (parameters['loadOptions'] ?? []) as readonly (readonly string[])[]
  const said = rows.find(([option = '']) => /recreate.*target.*table/i.test(option))?.[1] ?? 'On'
  return !/^(off|no|false)$/i.test(said.trim())
}
