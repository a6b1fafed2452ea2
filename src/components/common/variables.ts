import { losesDigits } from '../../lib/plain-number.ts'
import type { VariableUpdate, VariableView } from '../../pipeline/flow-events.ts'
import type { Grid, Value } from '../../pipeline/model.ts'
import { lostDigits } from '../../pipeline/variables.ts'
import { numberOf } from './numbers.ts'

/** More rows than this do not fit into a variable; data belongs into tables. */
export const MAX_GRID_ROWS = 100_000

export type Update = { readonly update: VariableUpdate } | { readonly fault: string }

/**
 * A new value for a scalar variable, in its type: a variable that holds a number takes only numbers. The
 * fault is a readable sentence: no such variable, a grid, not a number.
 */
export function scalarUpdate(
  variables: VariableView,
  variable: string,
  value: string | number | null,
): Update {
  const before = variables.get(variable)
  if (before === undefined) return { fault: unknownVariable(variable) }
  if (typeof before === 'object')
    return { fault: `"${variable}" is a grid; choose a text or number variable` }
  if (typeof before === 'string') return { update: { variable, value: value === null ? '' : String(value) } }
  const number = typeof value === 'number' ? value : numberOf(value ?? '')
  if (typeof value === 'string' && losesDigits(value)) return { fault: lostDigits(variable, value) }
  if (number !== undefined) return { update: { variable, value: number } }
  const shown = value === null ? 'null' : `"${shortened(String(value))}"`
  return { fault: `The variable "${variable}" is a number and cannot become ${shown}` }
}

/** A grid variable with its columns. */
export interface GridState {
  readonly rows: Grid
  readonly columns: readonly string[]
}

/** A grid variable with its columns, or why it cannot be found. */
export function gridOf(variables: VariableView, name: string): GridState | { readonly fault: string } {
  const value: Value | undefined = variables.get(name)
  if (value === undefined) return { fault: unknownVariable(name) }
  if (typeof value !== 'object') return { fault: `"${name}" is not a grid; choose a grid variable` }
  return { rows: value, columns: variables.columns(name) }
}

/**
 * Rows that do not have one cell for each column, one sentence for each of the first five. `what` says whose
 * columns they are: "the grid "g" has".
 */
export const rowFaults = (what: string, columns: readonly string[], rows: Grid): readonly string[] =>
  rows
    .flatMap((row, index) =>
      row.length === columns.length
        ? []
        : [
            `Row ${index + 1} has ${counted(row.length, 'cell')}, but ${what} ${counted(columns.length, 'column')}`,
          ],
    )
    .slice(0, 5)

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const rowCountFaults = (name: string, count: number): readonly string[] =>
  count <= MAX_GRID_ROWS
    ? []
    : [`The grid "${name}" would have more than ${MAX_GRID_ROWS} rows; keep that much data in a table`]

export const unknownVariable = (name: string): string =>
  `There is no variable "${name}"; declare it in the pipeline or the project`

export const shortened = (text: string, most = 100): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`
