import { decimalOf, losesDigits } from '../lib/plain-number.ts'
import type {
  Grid,
  Parameters,
  ParameterValue,
  Pipeline,
  Value,
  VariableScope,
  VariableType,
} from './model.ts'

/** A variable of one run with the value it begins with. */
export interface RunVariable {
  readonly name: string
  readonly type: VariableType
  readonly scope: VariableScope
  /** Names of a GRID's columns, in order; empty for scalars. */
  readonly columns: readonly string[]
  readonly value: Value
}

/** What an API call, a schedule or a calling pipeline sets. Names are case-sensitive. */
export interface CallerValues {
  readonly scalars: Readonly<Record<string, string | number>>
  readonly grids: Readonly<Record<string, Grid>>
}

export const noValues: CallerValues = { scalars: {}, grids: {} }

export type Fitted = { readonly value: Value } | { readonly fault: string }

/**
 * A value as a variable of this type holds it, or one sentence about why it cannot. NUMBER takes numbers
 * written as text, TEXT takes numbers; a grid's missing cells become empty, and cells beyond its columns are
 * a fault.
 */
export function fitValue(variable: Pick<RunVariable, 'name' | 'type' | 'columns'>, value: Value): Fitted {
  if (variable.type === 'GRID') return fitGrid(variable, value)
  if (typeof value === 'object') return { fault: `"${variable.name}" is not a grid, but was given rows` }
  if (variable.type === 'TEXT') return { value: String(value) }
  const text = String(value).trim()
  const number = decimalOf(text)
  if (losesDigits(text)) return { fault: lostDigits(variable.name, text) }
  if (Number.isFinite(number)) return { value: number }
  return { fault: `"${variable.name}" is a NUMBER and cannot become "${shortened(text)}"` }
}

/** What is wrong with a whole number that `losesDigits` as a value of a NUMBER. */
export const lostDigits = (name: string, text: string): string =>
  `"${name}" is a NUMBER, which cannot keep ${shortened(text.trim())} exactly: use a TEXT variable`

function fitGrid({ name, columns }: Pick<RunVariable, 'name' | 'columns'>, value: Value): Fitted {
  if (typeof value !== 'object') return { fault: `"${name}" is a grid and needs rows, not a single value` }
  const width = columns.length
  if (width === 0) return { value }
  const tooWide = value.findIndex((row) => row.length > width)
  if (tooWide >= 0) {
    const cells = value[tooWide]!.length
    return {
      fault: `"${name}" has ${width} columns, but row ${tooWide + 1} of its new value has ${cells} cells`,
    }
  }
  if (value.every((row) => row.length === width)) return { value }
  return { value: value.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? '')) }
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/**
 * The variables a run begins with, by precedence (pipelines.md §3): project value, hidden by a pipeline
 * variable of the same name, then the caller's value for PUBLIC ones. `project` already carries the
 * environment's overrides. `faults` lists all that is wrong with the caller's values; those variables keep
 * their value.
 */
export function startVariables(
  pipeline: Pipeline,
  project: readonly RunVariable[],
  caller: CallerValues,
): { variables: ReadonlyMap<string, RunVariable>; faults: readonly string[] } {
  const variables = new Map(project.map((one) => [one.name, one]))
  for (const { name, type, scope, columns, defaultValue } of pipeline.variables.values()) {
    variables.set(name, { name, type, scope, columns, value: defaultValue })
  }
  const faults: string[] = []
  for (const [name, value] of [...Object.entries(caller.scalars), ...Object.entries(caller.grids)]) {
    const variable = variables.get(name)
    const fitted = variable === undefined ? unknown(pipeline, name) : fitCallers(pipeline, variable, value)
    if ('fault' in fitted) faults.push(fitted.fault)
    else variables.set(name, { ...variable!, value: fitted.value })
  }
  return { variables, faults }
}

const unknown = (pipeline: Pipeline, name: string) => ({
  fault: `There is no variable "${name}" in "${pipeline.name}" or its project`,
})

function fitCallers(pipeline: Pipeline, variable: RunVariable, value: Value): Fitted {
  if (pipeline.variables.get(variable.name)?.visibility === 'PRIVATE') {
    return { fault: `"${variable.name}" is PRIVATE to "${pipeline.name}" and cannot be set by a caller` }
  }
  return fitValue(variable, value)
}

/** Values that a run is given. Those of `projectValues` hold in the pipelines that it calls, too. */
export interface GivenValues {
  readonly caller: CallerValues
  readonly projectValues: CallerValues
}

/**
 * What a pipeline is given whose caller sets `own` and was itself given `above` for variables of the project:
 * that holds where its caller sets nothing else. A root has nothing above.
 */
export function givenValues(
  pipeline: Pick<Pipeline, 'variables'>,
  own: CallerValues,
  above: CallerValues = noValues,
): GivenValues {
  return {
    caller: withValues(valuesOfProject(pipeline, above), own),
    projectValues: withValues(above, valuesOfProject(pipeline, own)),
  }
}

/** Those of the values that are for variables of the project: the pipeline declares none of that name. */
function valuesOfProject(
  pipeline: Pick<Pipeline, 'variables'>,
  { scalars, grids }: CallerValues,
): CallerValues {
  const undeclared = <V>(values: Readonly<Record<string, V>>): Readonly<Record<string, V>> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !pipeline.variables.has(name)))
  return { scalars: undeclared(scalars), grids: undeclared(grids) }
}

/** Both; of two values for one name the second counts. */
const withValues = (first: CallerValues, second: CallerValues): CallerValues => ({
  scalars: { ...first.scalars, ...second.scalars },
  grids: { ...first.grids, ...second.grids },
})

/**
 * What `run-orchestration` and `run-transformation` pass on: `setScalarVariables` rows of [name, value] and
 * `setGridVariables` entries with status `grid` or `values`. Expects resolved parameters (no `${}`, no
 * `fromGrid`). Rows without a name and entries that keep the child's default are left out; of two for one
 * name the last counts.
 */
export function childValues(parameters: Parameters): CallerValues {
  const scalars = listOf(parameters['setScalarVariables']).flatMap(scalarEntry)
  const grids = listOf(parameters['setGridVariables']).flatMap(gridEntry)
  return { scalars: Object.fromEntries(scalars), grids: Object.fromEntries(grids) }
}

type Entries = { readonly [key: string]: ParameterValue }
const listOf = (value: ParameterValue | undefined) =>
  Array.isArray(value) ? (value as ParameterValue[]) : []
const isEntries = (value: ParameterValue | undefined): value is Entries =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function scalarEntry(row: ParameterValue): [string, string | number][] {
  const [name, value] = isEntries(row) ? [row['variable'] ?? row['name'], row['value']] : listOf(row)
  if (typeof name !== 'string' || name === '') return []
  return [[name, typeof value === 'number' ? value : cellOf(value)]]
}

function gridEntry(entry: ParameterValue): [string, Grid][] {
  if (!isEntries(entry)) return []
  const name = entry['variable'] ?? entry['name']
  const status = typeof entry['status'] === 'string' ? entry['status'].trim().toLowerCase() : 'values'
  if (typeof name !== 'string' || name === '' || !['grid', 'values'].includes(status)) return []
  const rows = entry['gridValues'] ?? entry[status] ?? null
  if (isEntries(rows)) return []
  // A projection on one column is a flat list: each of its values is a row.
  return [[name, listOf(rows).map((row) => (Array.isArray(row) ? row.map(cellOf) : [cellOf(row)]))]]
}

function cellOf(value: ParameterValue | undefined): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
