import type { VariableView } from '../flow-events.ts'
import type { Value } from '../model.ts'
import type { ExpressionBudget } from './expression-budget.ts'
import { componentProperties, undefinedName } from './expression-error.ts'

/** Nested by object: `artifact.versionName` and so on. */
export type SystemVariables = { readonly [key: string]: string | number | SystemVariables }

/** What an expression may read. */
export interface Scope {
  readonly variables: VariableView
  readonly sysvars: SystemVariables
  /** Processor time that its expressions may use together; without it each has only its own limit. */
  readonly budget?: ExpressionBudget | undefined
}

/** A grid as expressions see it: an object whose properties are the columns. */
type GridColumns = Readonly<Record<string, readonly string[]>>
export type GlobalValue = string | number | GridColumns | SystemVariables
export type Globals = readonly (readonly [name: string, value: GlobalValue])[]

/** The value of one plain name or `sysvar` path. Throws ExpressionError when nothing defines it. */
export function lookUp(path: readonly string[], scope: Scope): GlobalValue {
  const [name] = path
  if (name !== 'sysvar') {
    const value = variable(name!, scope)
    if (value === undefined) throw undefinedName(path.join('.'))
    return value
  }
  let value: GlobalValue = completeSystemVariables(scope.sysvars)
  for (const key of path.slice(1)) {
    if (typeof value !== 'object' || !Object.hasOwn(value, key)) throw undefinedName(path.join('.'))
    value = (value as SystemVariables)[key]!
  }
  return value
}

/** Only what the code mentions, because a large grid is not copied into the sandbox for nothing. */
export function globalsFor(code: string, scope: Scope): Globals {
  const globals: [string, GlobalValue][] = []
  for (const name of new Set(code.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu))) {
    const value = name === 'sysvar' ? completeSystemVariables(scope.sysvars) : variable(name, scope)
    if (value !== undefined) globals.push([name, value])
  }
  return globals
}

function variable(name: string, scope: Scope): GlobalValue | undefined {
  const value = scope.variables.get(name)
  return typeof value === 'object' ? gridColumns(value, scope.variables.columns(name)) : value
}

const gridColumns = (rows: Exclude<Value, string | number>, columns: readonly string[]): GridColumns =>
  Object.fromEntries(columns.map((column, index) => [column, rows.map((row) => row[index] ?? '')]))

const always = {
  artifact: ['versionName'],
  environment: ['name'],
  project: ['id'],
  rootPipeline: ['executionId'],
  thisPipeline: ['fullName', 'executionId'],
}
/**
 * A system variable that exists but has no value here (the row count of a script) is empty, not undefined.
 */
function completeSystemVariables(given: SystemVariables): SystemVariables {
  const known = Object.hasOwn(given, 'thisComponent')
    ? { ...always, thisComponent: componentProperties }
    : always
  const complete: Record<string, string | number | SystemVariables> = { ...given }
  for (const [object, properties] of Object.entries(known)) {
    const values = given[object]
    if (values !== undefined && typeof values !== 'object') continue
    complete[object] = { ...Object.fromEntries(properties.map((property) => [property, ''])), ...values }
  }
  return complete
}
