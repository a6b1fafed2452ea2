import type { VariableUpdate, VariableView } from '../../pipeline/flow-events.ts'
import type { Expansion } from '../component.ts'
import { scalarUpdate } from './variables.ts'

/**
 * One iteration for each row: its cells become the values of `variables`, by position. Every fault is listed,
 * up to five: an unknown variable, a cell too few or too many, text for a number variable, with its
 * iteration.
 */
export function iterationsOf(
  view: VariableView,
  variables: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): Expansion {
  const faults = new Set<string>()
  const iterations = rows.map((row, index) => {
    if (row.length !== variables.length) {
      faults.add(`Iteration ${index + 1} has ${row.length} values for ${variables.length} variables`)
    }
    const updates: VariableUpdate[] = []
    for (const [position, variable] of variables.entries()) {
      const made = scalarUpdate(view, variable, row[position] ?? null)
      if ('update' in made) updates.push(made.update)
      else
        faults.add(
          typeof view.get(variable) === 'number' ? `${made.fault} (iteration ${index + 1})` : made.fault,
        )
    }
    return updates
  })
  return faults.size > 0 ? { failed: [...faults].slice(0, 5).join('. ') } : { iterations }
}
