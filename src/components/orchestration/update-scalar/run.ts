import { resolveParameters } from '../../../pipeline/expressions/resolve-parameters.ts'
import type { VariableUpdate, VariableView } from '../../../pipeline/flow-events.ts'
import { failure, success } from '../../common/outcome.ts'
import { scalarUpdate } from '../../common/variables.ts'
import { component } from '../../component.ts'
import { declaration } from './properties.ts'

/** Sets the variables in the order of the rows; a row reads what the rows before it have set. */
export const run = component(declaration, async (context, { scalarsToUpdate }) => {
  const updates = new Map<string, VariableUpdate>()
  const view = updatedView(context.variables, updates)
  const faults: string[] = []
  const { rows, areTemplates } = rowsOf(scalarsToUpdate, context.variables)
  for (const [variable = '', cell = ''] of rows) {
    const value = areTemplates ? await context.resolve(cell, undefined, view) : cell
    const made = scalarUpdate(view, variable, value)
    if ('fault' in made) faults.push(made.fault)
    else updates.set(variable, made.update)
  }
  if (faults.length > 0) return failure(faults.join('. '))
  const all = [...updates.values()]
  return success(all.map(({ variable, value }) => `${variable} = ${value}`).join('\n'), { updates: all })
})

const updatedView = (view: VariableView, updates: ReadonlyMap<string, VariableUpdate>): VariableView => ({
  get: (name) => updates.get(name)?.value ?? view.get(name),
  names: () => view.names(),
  columns: (name) => view.columns(name),
})

type Rows = readonly (readonly string[])[]

/**
 * A `fromGrid` is not replaced beforehand, because this parameter is verbatim; a grid's cells are data, no
 * templates.
 */
function rowsOf(
  given: Rows,
  variables: VariableView,
): { readonly rows: Rows; readonly areTemplates: boolean } {
  if (Array.isArray(given)) return { rows: given, areTemplates: true }
  const { rows } = resolveParameters({ rows: given }, { variables, sysvars: {} }, [], (text) => text)
  return { rows: rows as Rows, areTemplates: false }
}
