import type { Component, Fault, Pipeline } from '../../../../src/pipeline/model.ts'
import { type Filled, faultsOfForm, filledFrom } from './variable-form.ts'

/**
 * A variable that is used and nowhere declared, as the cells of a row; a grid has its columns in place of a
 * value.
 */
export type MissingRow = readonly [
  name: string,
  type: string,
  scope: string,
  visibility: string,
  value: string,
]

export const missingColumns = ['name', 'type', 'scope', 'visibility', 'value or columns'] as const
/** In addition to the scopes of the language: a variable of the project. */
export const PROJECT = 'PROJECT'
const types = ['TEXT', 'NUMBER', 'GRID'] as const
const scopes = ['COPIED', 'SHARED'] as const
const visibilities = ['PUBLIC', 'PRIVATE'] as const

/** The variables that faults say are missing, each once, with what their uses say of them. */
export function missingRows(faults: readonly Fault[], pipeline: Pipeline | undefined): readonly MissingRow[] {
  const names = new Set(
    faults.flatMap(({ rule, variable = '' }) => (isMissing(rule, variable) ? variable : [])),
  )
  const components = [...(pipeline?.components.values() ?? [])]
  return [...names].map((name): MissingRow => {
    const columns = components.flatMap((component) => gridColumns(component, name))
    if (columns.length > 0) return [name, 'GRID', 'SHARED', 'PRIVATE', columns.join(', ')]
    // What a query finds is often used behind the join of two branches, which each have copies of other
    // variables.
    const isFound = components.some((component) => isMapped(component, name))
    return isFound ? [name, 'TEXT', 'SHARED', 'PRIVATE', ''] : [name, 'TEXT', 'COPIED', 'PUBLIC', '']
  })
}

const isMissing = (rule: string, variable: string) => rule === 'undefined-variable' && variable !== ''

const rowsOf = (value: unknown): readonly string[][] =>
  Array.isArray(value) ? value.map((row) => (Array.isArray(row) ? row.map(String) : [])) : []

const gridColumns = ({ parameters }: Component, name: string): readonly string[] =>
  parameters['gridVariable'] === name
    ? rowsOf(parameters['gridVariableMapping']).map(([, column = '']) => column)
    : []

const isMapped = ({ parameters }: Component, name: string): boolean =>
  rowsOf(parameters['scalarVariableMapping']).some(([variable]) => variable === name)

/** What the cells of a row say, in any case of their letters. */
export function filledOf([name = '', type = '', scope = '', visibility = '', value = '']: readonly string[]) {
  const isProject = scope.trim().toUpperCase() === PROJECT
  const columns = value.split(',').map((column) => ({ name: column.trim() }))
  const filled: Filled = {
    ...filledFrom(undefined),
    name: name.trim(),
    type: chosen(type, types),
    scope: isProject ? 'COPIED' : chosen(scope, scopes),
    visibility: chosen(visibility, visibilities),
    ...(chosen(type, types) === 'GRID' ? { columns } : { value: value.trim() }),
  }
  return { filled, isProject }
}

/** The choice that a cell names; the first for an empty cell. */
function chosen<T extends string>(cell: string, choices: readonly [T, ...T[]]): T {
  return choices.find((one) => one === cell.trim().toUpperCase()) ?? choices[0]
}

/** The words of a row that are none of the choices of their column. */
function unknownWords([, type = '', scope = '', visibility = '']: readonly string[]): string[] {
  const cells = [
    ['type', type, types],
    ['scope', scope, [...scopes, PROJECT]],
    ['visibility', visibility, visibilities],
  ] as const
  return cells.flatMap(([what, cell, choices]) => {
    const word = cell.trim().toUpperCase()
    return word === '' || (choices as readonly string[]).includes(word)
      ? []
      : [`The ${what} must be one of ${choices.join(', ')}`]
  })
}

/** What is wrong with rows, each with its number. Rows without a name are left out when they are saved. */
export function faultsOfRows(rows: readonly (readonly string[])[], declared: ReadonlySet<string>): string[] {
  const taken = new Set(declared)
  return rows.flatMap((row, at) => {
    const { filled } = filledOf(row)
    if (filled.name === '') return []
    const found = [...unknownWords(row), ...Object.values(faultsOfForm(filled, taken))]
    taken.add(filled.name)
    return found.map((message) => `Row ${at + 1}, ${filled.name}: ${message}`)
  })
}
