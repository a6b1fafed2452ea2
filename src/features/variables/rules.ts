import { patternSentence } from '../../lib/patterns.ts'
import { losesDigits, plainNumber } from '../../lib/plain-number.ts'
import { repeated } from '../../lib/repeated.ts'
import { isStorable } from '../../lib/storable.ts'
import {
  type FailedOverride,
  type FailureReason,
  type GivenOverride,
  MAX_GRID_ROWS,
  MAX_TEXT_CHARACTERS,
  type NewVariable,
  type Override,
  VARIABLE_NAME,
  type Variable,
  type VariablePatch,
  type VariableType,
  type VariableValue,
} from './schema.ts'

/** What the type of a variable demands of its values. */
export interface Shape {
  readonly type: VariableType
  /** Column names of a GRID; empty for scalars. */
  readonly columns: readonly string[]
}

const namePattern = new RegExp(VARIABLE_NAME)

/**
 * Words that cannot be names in an expression (ECMAScript, "Keywords and Reserved Words", strict mode
 * included).
 */
const reservedWords = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
)

/** Why `name` cannot name a variable (decisions.md §9), or undefined when it can. */
export function nameViolation(name: string): string | undefined {
  if (!namePattern.test(name)) return `body/name ${patternSentence(VARIABLE_NAME)}`
  if (reservedWords.has(name)) return `body/name must not be the JavaScript reserved word ${name}`
  return undefined
}

/** Why `value`, which may be any JSON, is no value of this shape, or undefined when it is. */
export function valueViolation({ type, columns }: Shape, value: unknown): string | undefined {
  switch (type) {
    case 'TEXT':
      if (typeof value !== 'string') return 'the value of a TEXT variable must be a string'
      if (value.length > MAX_TEXT_CHARACTERS)
        return `the value has more than ${MAX_TEXT_CHARACTERS} characters`
      return isStorable(value) ? undefined : `the value ${unstorable}`
    case 'NUMBER':
      if (JSON.isRawJSON(value)) return lostDigits(value.rawJSON)
      if (typeof value === 'string' && losesDigits(value)) return lostDigits(value)
      return Number.isFinite(value) ? undefined : 'the value of a NUMBER variable must be a finite number'
    case 'GRID':
      return gridObjection(columns, value)
  }
}

const lostDigits = (digits: string): string =>
  `the value ${digits} would be read as ${plainNumber(Number(digits))}`

const unstorable = 'must not contain the character U+0000 or half a surrogate pair'

function gridObjection(columns: readonly string[], value: unknown): string | undefined {
  if (!isGrid(value)) return 'the value of a GRID variable must be rows of text'
  if (value.length > MAX_GRID_ROWS) return `the grid has more than ${MAX_GRID_ROWS} rows`
  const odd = value.findIndex((row) => row.length !== columns.length)
  if (odd === -1) return value.flat().every(isStorable) ? undefined : `a cell ${unstorable}`
  return `row ${odd} has ${value[odd]!.length} cells and the grid has ${columns.length} columns`
}

const isGrid = (value: unknown): value is string[][] =>
  Array.isArray(value) &&
  value.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string'))

/** Violations of a variable's own fields, one sentence each, named like the fields of the request. */
export function shapeObjections(shape: Shape, value: VariableValue, description = ''): string[] {
  const violations: string[] = []
  if (!isStorable(description)) violations.push(`body/description ${unstorable}`)
  if (!shape.columns.every(isStorable)) violations.push(`body/columns: a name ${unstorable}`)
  if (shape.type === 'GRID' && shape.columns.length === 0)
    violations.push('body/columns is required for a GRID')
  if (shape.type !== 'GRID' && shape.columns.length > 0)
    violations.push('body/columns belongs to a GRID only')
  if (new Set(shape.columns).size < shape.columns.length)
    violations.push('body/columns must not repeat a name')
  const violation = valueViolation(shape, value)
  if (violation !== undefined) violations.push(`body/value: ${violation}`)
  return violations
}

/** All violations of a request to create a variable. */
export function newVariableViolations(request: NewVariable): string[] {
  const name = nameViolation(request.name)
  const shape = { type: request.type, columns: request.columns ?? [] }
  return [
    ...(name === undefined ? [] : [name]),
    ...shapeObjections(shape, request.value ?? emptyValue(request.type), request.description),
  ]
}

/** What a variable becomes by a partial update (absent fields stay), and what is wrong with that. */
export function patched(
  current: Variable,
  patch: VariablePatch,
): { readonly variable: Variable; readonly violations: readonly string[] } {
  const columns = patch.columns ?? (patch.type === 'GRID' ? (current.columns ?? []) : [])
  const { columns: _, ...rest } = current
  const variable = { ...rest, ...patch, ...(columns.length > 0 && { columns }) }
  const shape = { type: patch.type, columns }
  if (patch.value === undefined && valueViolation(shape, current.value) !== undefined) {
    const present = `body/value is required: the present value does not fit ${patch.type}`
    const others = shapeObjections(shape, emptyValue(patch.type), patch.description)
    return {
      variable,
      violations: [...others, `${present}${columns.length > 0 ? ' with these columns' : ''}`],
    }
  }
  return { variable, violations: shapeObjections(shape, variable.value, patch.description) }
}

export const shapeOf = ({ type, columns }: Pick<Variable, 'type' | 'columns'>): Shape => ({
  type,
  columns: columns ?? [],
})

/** Whether two values are the same: then nothing changed and nothing is recorded. */
export const sameValue = (one: VariableValue, other: VariableValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether a change leaves every field as it is. */
export const sameVariable = (one: Variable, other: Variable): boolean =>
  (['type', 'behaviour', 'description', 'supportsDoubleResolution'] as const).every(
    (field) => one[field] === other[field],
  ) &&
  sameValue(one.value, other.value) &&
  JSON.stringify(one.columns ?? []) === JSON.stringify(other.columns ?? [])

/** The value of a variable that was created without one. */
export function emptyValue(type: VariableType): VariableValue {
  return { TEXT: '', NUMBER: 0, GRID: [] }[type]
}

/** The environments whose override no longer fits when the variable takes this shape. */
export const misfits = (shape: Shape, overrides: readonly Override[]): string[] =>
  overrides
    .filter(({ value }) => valueViolation(shape, value) !== undefined)
    .map(({ environmentName }) => environmentName)

/** Environments named more than once in one request: which value was meant cannot be known. */
export const repeatedEnvironments = (overrides: readonly GivenOverride[]): string[] =>
  repeated(overrides, ({ environmentName }) => environmentName).map(({ environmentName }) => environmentName)

/** Splits a request: each override succeeds or fails alone, so one bad value never blocks another. */
export function judgeOverrides(
  shape: Shape,
  requests: readonly GivenOverride[],
  may: { exists(environmentName: string): boolean; edit(environmentName: string): boolean },
): { accepted: Override[]; failed: FailedOverride[] } {
  const accepted: Override[] = []
  const failed: FailedOverride[] = []
  for (const request of requests) {
    const failure = failureOf(request)
    if (failure === undefined) accepted.push(request as Override)
    else failed.push({ ...request, ...failure })
  }
  return { accepted, failed }

  function failureOf({
    environmentName,
    value,
  }: GivenOverride): { reason: FailureReason; detail: string } | undefined {
    if (!may.exists(environmentName)) {
      return { reason: 'ENVIRONMENT_NOT_FOUND', detail: `The environment ${environmentName} does not exist` }
    }
    if (!may.edit(environmentName)) {
      return { reason: 'FORBIDDEN', detail: `You may not create or edit overrides in ${environmentName}` }
    }
    const violation = valueViolation(shape, value)
    if (violation === undefined) return undefined
    return { reason: 'INCOMPATIBLE_TYPE', detail: `In ${environmentName} ${violation}` }
  }
}
