import type { Parameters, ParameterValue } from '../model.ts'
import { ExpressionError, undefinedName } from './expression-error.ts'
import type { Scope } from './scope-globals.ts'

/**
 * Every string of `parameters` but the top ones named in `verbatim` put through `resolve`, in the same
 * structure.
 */
export function resolveParameters(
  parameters: Parameters,
  scope: Scope,
  verbatim: readonly string[],
  resolve: (template: string) => string,
): Parameters {
  const resolveValue = (value: ParameterValue): ParameterValue => {
    if (typeof value === 'string') return resolve(value)
    if (value === null || typeof value !== 'object') return value
    if (isList(value)) return value.map(resolveValue)
    const resolved = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveValue(item)]))
    return isGridReference(resolved) ? rowsOf(resolved.fromGrid, scope) : resolved
  }
  return Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      verbatim.includes(key) ? value : resolveValue(value),
    ]),
  )
}

/** Whether a text has anything to be replaced. */
export const isTemplate = (text: string): boolean => text.includes('${')

/** The texts with `${…}` that `resolveParameters` hands to `resolve`, in its order. */
export function templatesOf(parameters: Parameters, verbatim: readonly string[]): readonly string[] {
  const found: string[] = []
  const visit = (value: ParameterValue): void => {
    if (typeof value === 'string') {
      if (isTemplate(value)) found.push(value)
    } else if (value !== null && typeof value === 'object') {
      for (const item of Object.values(value) as ParameterValue[]) visit(item)
    }
  }
  for (const [key, value] of Object.entries(parameters)) if (!verbatim.includes(key)) visit(value)
  return found
}

interface GridReference {
  readonly variable?: ParameterValue
  readonly columns?: ParameterValue
}

const isList = (value: ParameterValue): value is readonly ParameterValue[] => Array.isArray(value)

function isGridReference(value: Parameters): value is Parameters & { readonly fromGrid: GridReference } {
  const reference = value['fromGrid']
  return typeof reference === 'object' && reference !== null && !isList(reference)
}

/**
 * The grid's rows with the named columns in the named order, an empty cell for an empty name; all when none
 * is named.
 */
function rowsOf(reference: GridReference, scope: Scope): readonly (readonly string[])[] {
  const name = String(reference.variable ?? '')
  const grid = scope.variables.get(name)
  if (grid === undefined) throw undefinedName(name)
  if (typeof grid !== 'object') throw new ExpressionError(`"${name}" is not a grid; choose a grid variable`)

  const columns = scope.variables.columns(name)
  const wanted = isList(reference.columns ?? null) ? (reference.columns as readonly ParameterValue[]) : []
  const names = wanted.length > 0 ? wanted.map((column) => String(column ?? '')) : columns
  const unknown = names.filter((column) => column !== '' && !columns.includes(column))
  if (unknown.length > 0) {
    const list = unknown.map((column) => `"${column}"`).join(', ')
    throw new ExpressionError(
      `The grid "${name}" has no column ${list}; its columns are ${columns.join(', ')}`,
    )
  }
  const positions = names.map((column) => columns.indexOf(column))
  return grid.map((row) => positions.map((position) => row[position] ?? ''))
}
