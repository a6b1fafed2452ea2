import type { VariableState } from '../../../../src/pipeline/editing/variables.ts'
import type { VariableDeclaration } from '../../../../src/pipeline/model.ts'
import { variableNameFault } from '../../../../src/pipeline/parse-variable.ts'
import { fitValue } from '../../../../src/pipeline/variables.ts'

/**
 * What the fields of a variable hold: a scalar keeps its rows and a grid its value while the type is chosen.
 */
export interface Filled extends Omit<VariableState, 'defaultValue'> {
  readonly name: string
  readonly value: string
  readonly rows: readonly (readonly string[])[]
}

const fresh: Filled = {
  name: '',
  type: 'TEXT',
  scope: 'COPIED',
  visibility: 'PUBLIC',
  description: '',
  columns: [],
  value: '',
  rows: [],
}

export function filledFrom(declared: VariableDeclaration | undefined): Filled {
  if (declared === undefined) return fresh
  const { name, type, scope, visibility, description, columns, defaultValue } = declared
  return {
    name,
    type,
    scope,
    visibility,
    description,
    columns: columns.map((column) => ({ name: column, before: column })),
    value: typeof defaultValue === 'object' ? '' : String(defaultValue),
    rows: typeof defaultValue === 'object' ? defaultValue : [],
  }
}

export function stateOf({ name: _, value, rows, ...rest }: Filled): VariableState {
  if (rest.type === 'GRID') return { ...rest, defaultValue: rows }
  return { ...rest, columns: [], defaultValue: rest.type === 'NUMBER' ? value.trim() || '0' : value }
}

export type FormFaults = Partial<Readonly<Record<'name' | 'value' | 'columns', string>>>

/** What is wrong with the fields. `others` are the names of the pipeline's other variables. */
export function faultsOfForm(filled: Filled, others: ReadonlySet<string>): FormFaults {
  const { name, type, value, columns } = filled
  const names = columns.map((column) => column.name.trim())
  const nameFault = name === '' ? 'Enter a name' : variableNameFault(name)
  return {
    ...(nameFault !== undefined && { name: nameFault }),
    ...(others.has(name) && { name: 'Another variable has this name' }),
    ...(type === 'NUMBER' && numberFault(name, value)),
    ...(type === 'GRID' && columnFault(names)),
  }
}

/** An empty default is 0. */
function numberFault(name: string, value: string): FormFaults {
  const fitted = fitValue({ name, type: 'NUMBER', columns: [] }, value.trim() || '0')
  return 'fault' in fitted ? { value: fitted.fault } : {}
}

function columnFault(names: readonly string[]): FormFaults {
  if (names.length === 0) return { columns: 'A grid needs a column' }
  if (names.includes('')) return { columns: 'Enter a name for each column' }
  return new Set(names).size === names.length ? {} : { columns: 'Two columns have the same name' }
}

/** A grid with one column more or less; its rows follow. */
export const withColumn = (filled: Filled): Filled => ({
  ...filled,
  columns: [...filled.columns, { name: '' }],
  rows: filled.rows.map((row) => [...row, '']),
})
export const withoutColumn = (filled: Filled, at: number): Filled => ({
  ...filled,
  columns: filled.columns.filter((_, index) => index !== at),
  rows: filled.rows.map((row) => row.filter((_, index) => index !== at)),
})
