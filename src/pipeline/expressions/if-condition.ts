import type { Parameters, ParameterValue, Value } from '../model.ts'
import { comparatorNamed, type IfComparator, ifComparators } from './comparators.ts'
import { ExpressionError, undefinedName } from './expression-error.ts'
import type { Expressions } from './expressions.ts'
import { resolveParameters } from './resolve-parameters.ts'
import type { Scope } from './scope-globals.ts'
import { piecesOfCode, soleExpression } from './template.ts'

/**
 * Whether an `if` continues at `true` (pipelines.md §2.4). `parameters` are those of the file, not yet
 * resolved: a value that was put into them must not be read as an expression again. Rejects with
 * ExpressionError when it cannot be decided; the `if` then continues at `failure`.
 */
export async function evaluateCondition(
  parameters: Parameters,
  expressions: Expressions,
  scope: Scope,
): Promise<boolean> {
  return isAdvanced(parameters)
    ? evaluateAdvanced(parameters['condition1'], expressions, scope)
    : evaluateSimple(parameters, expressions, scope)
}

function isAdvanced(parameters: Parameters): boolean {
  const mode = String(parameters['mode'] ?? '').toLowerCase()
  return mode === 'advanced' || (mode !== 'simple' && typeof parameters['condition1'] === 'string')
}

/** A text counts as true when it is not empty, a number when it is not zero. */
async function evaluateAdvanced(
  condition: ParameterValue | undefined,
  expressions: Expressions,
  scope: Scope,
): Promise<boolean> {
  if (typeof condition !== 'string' || condition.trim() === '') {
    throw new ExpressionError('The condition is empty; write an expression in condition1')
  }
  return Boolean(await expressions.evaluate(await codeOf(condition, expressions, scope), scope))
}

/**
 * Variables are bare in here. One that is written as `${…}` all the same is the same as without, and in a
 * quoted text, a comment or a regular expression its value, which cannot end that.
 */
async function codeOf(condition: string, expressions: Expressions, scope: Scope): Promise<string> {
  if (!condition.includes('${')) return condition
  const quoted = (value: string): string =>
    JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(/['`$/]/g, '\\$&')
  const sole = soleExpression(condition)
  if (sole !== undefined) return sole
  let code = ''
  for (const { text, isTemplate } of piecesOfCode(condition))
    code += isTemplate ? await expressions.resolve(text, scope, quoted) : text
  return code
}

async function evaluateSimple(
  parameters: Parameters,
  expressions: Expressions,
  scope: Scope,
): Promise<boolean> {
  // A `fromGrid` is not replaced beforehand; its cells are values like any others.
  const { rows } = resolveParameters({ rows: parameters['condition'] ?? null }, scope, [], (text) => text)
  if (!Array.isArray(rows) || rows.length === 0) {
    throw new ExpressionError(
      'The condition has no rows; add one of variable, Is or Not, comparator and value',
    )
  }
  const given = await expressions.resolve(String(parameters['combineConditions'] || 'And'), scope)
  const combine = given.toLowerCase()
  if (combine !== 'and' && combine !== 'or') {
    throw new ExpressionError(`combineConditions is "${given}"; choose And or Or`)
  }
  // Each row is evaluated, so that a fault in the last one does not wait for the day it matters.
  const results: boolean[] = []
  for (const row of rows) results.push(await evaluateRow(row, expressions, scope))
  return combine === 'and' ? results.every(Boolean) : results.some(Boolean)
}

async function evaluateRow(row: ParameterValue, expressions: Expressions, scope: Scope): Promise<boolean> {
  const cells = (Array.isArray(row) ? row : [row]).map((cell) => String(cell ?? ''))
  const [name = '', qualifier = '', comparator = '', template = ''] = cells
  const actual = inputOf(name.trim(), scope)
  const negated = isNegated(await expressions.resolve(qualifier, scope))
  const holds = holdsBy(await expressions.resolve(comparator, scope))
  return (await holds(compare, actual)) !== negated

  async function compare(by: Comparison): Promise<number> {
    return compareValues(name, actual, await expressions.resolve(template, scope), by)
  }
}

function inputOf(name: string, scope: Scope): string | number {
  const value: Value | undefined = scope.variables.get(soleVariable(name))
  if (value === undefined) {
    if (!name.startsWith('sysvar.')) throw undefinedName(name)
    throw new ExpressionError(`"${name}" cannot be used in Simple mode; choose Advanced for system variables`)
  }
  if (typeof value === 'object') {
    throw new ExpressionError(
      `"${name}" is a grid; choose Advanced and write for instance ${name}.column.length > 0`,
    )
  }
  return value
}

const soleVariable = (name: string): string => (name.includes('${') ? (soleExpression(name) ?? name) : name)

function isNegated(qualifier: string): boolean {
  const word = qualifier.trim().toLowerCase()
  if (word !== 'is' && word !== 'not')
    throw new ExpressionError(`"${qualifier}" is not known here; choose Is or Not`)
  return word === 'not'
}

type Comparison = 'identity' | 'order'
type Holds = (
  compare: (by: Comparison) => Promise<number>,
  actual: string | number,
) => Promise<boolean> | boolean

const comparators: Readonly<Record<IfComparator, Holds>> = {
  'Equal to': async (compare) => (await compare('identity')) === 0,
  'Greater than': async (compare) => (await compare('order')) > 0,
  'Greater than or equal to': async (compare) => (await compare('order')) >= 0,
  'Less than': async (compare) => (await compare('order')) < 0,
  'Less than or equal to': async (compare) => (await compare('order')) <= 0,
  Blank: (_compare, actual) => String(actual).trim() === '',
}

function holdsBy(comparator: string): Holds {
  const known = comparatorNamed(comparator)
  if (known !== undefined) return comparators[known]
  throw new ExpressionError(`The comparator "${comparator}" is not known; choose ${ifComparators.join(', ')}`)
}

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * As numbers when the variable is one, or when order is asked for and both sides look like one, otherwise as
 * text by code unit.
 */
function compareValues(name: string, actual: string | number, expected: string, by: Comparison): number {
  const left = String(actual).trim()
  const right = expected.trim()
  const mayBeNumbers = typeof actual === 'number' || by === 'order'
  if (mayBeNumbers && numeric.test(left) && numeric.test(right)) return Number(left) - Number(right)
  if (typeof actual === 'number') {
    throw new ExpressionError(
      `"${name}" is a number, but it is compared with "${expected}"; write a number there`,
    )
  }
  return actual < expected ? -1 : actual > expected ? 1 : 0
}
