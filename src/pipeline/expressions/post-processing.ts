import { losesDigits } from '../../lib/plain-number.ts'
import type { Outcome, VariableUpdate, VariableView } from '../flow-events.ts'
import type { Component, ParameterValue, Value } from '../model.ts'
import { fitValue, lostDigits } from '../variables.ts'
import { ExpressionError, undefinedName } from './expression-error.ts'
import type { Expressions } from './expressions.ts'
import { formatValue } from './format.ts'
import type { Scope } from './scope-globals.ts'
import { soleExpression } from './template.ts'

/**
 * What a component's post-processing makes of its outcome (pipelines.md §1, §3): its rows update scalar
 * variables in order, then grids get their new rows, its template is appended to the message on a line of its
 * own. Both see what the component has updated. It runs after a failure too. When an update fails, nothing of
 * it is kept and the outcome is FAILED.
 */
export async function postProcess(
  component: Component,
  outcome: Outcome,
  expressions: Expressions,
  scope: Scope /* sysvars incl. thisComponent */,
): Promise<Outcome> {
  const wanted = component.postProcessing
  if (!wanted || (outcome.result !== 'SUCCESS' && outcome.result !== 'FAILED')) return outcome

  const updates: VariableUpdate[] = [...(outcome.updates ?? [])]
  const current: Scope = { ...scope, variables: withUpdates(scope.variables, updates) }
  try {
    for (const [variable, expression] of wanted.updateScalarVariables) {
      updates.push({ variable, value: await scalarValue(variable, expression, expressions, current) })
    }
    for (const { variable, values } of wanted.updateGridVariables ?? []) {
      updates.push({ variable, value: await gridValue(variable, values, expressions, current) })
    }
    const note = await noteOf(wanted.updateOutputMessage ?? '', expressions, current)
    const message = appended(outcome.message, note)
    return {
      ...outcome,
      ...(message === undefined ? {} : { message }),
      ...(updates.length === 0 ? {} : { updates }),
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return failed(outcome, error)
  }
}

/** A message that cannot be made says why instead: it does not undo work that is done. */
async function noteOf(template: string, expressions: Expressions, scope: Scope): Promise<string> {
  try {
    return await expressions.resolve(template, scope)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `The output message could not be created: ${error.message}`
  }
}

/** An `if` that fails here has no branch: its `failure` link fires. */
function failed(outcome: Outcome, error: ExpressionError): Outcome {
  const { branch: _branch, ...rest } = outcome
  return {
    ...rest,
    result: 'FAILED',
    message: appended(outcome.message, `Post-processing failed: ${error.message}`),
  }
}

function appended(message: string | undefined, note: string): string | undefined {
  return note === '' ? message : message ? `${message}\n${note}` : note
}

/** The view after `updates`, which may still grow. */
function withUpdates(view: VariableView, updates: readonly VariableUpdate[]): VariableView {
  return {
    get: (name) => updates.findLast((update) => update.variable === name)?.value ?? view.get(name),
    names: () => view.names(),
    columns: (name) => view.columns(name),
  }
}

/** An expression is bare or, as everywhere else, in `${…}`; one with text around it gives text. */
async function scalarValue(
  variable: string,
  expression: string,
  expressions: Expressions,
  scope: Scope,
): Promise<Value> {
  const before = scope.variables.get(variable)
  if (before === undefined) throw undefinedName(variable)
  if (typeof before === 'object') {
    throw new ExpressionError(`"${variable}" is a grid; post-processing updates scalar variables only`)
  }
  const code = expression.includes('${') ? soleExpression(expression) : expression
  const value =
    code === undefined
      ? await expressions.resolve(expression, scope)
      : await expressions.evaluate(code, scope)
  return typeof before === 'number' ? toNumber(variable, value) : formatValue(value)
}

/** Rows of templates, or the rows of another grid; as many cells in each as the grid has columns. */
async function gridValue(
  variable: string,
  values: ParameterValue,
  expressions: Expressions,
  scope: Scope,
): Promise<Value> {
  const before = scope.variables.get(variable)
  if (before === undefined) throw undefinedName(variable)
  if (typeof before !== 'object') {
    throw new ExpressionError(`"${variable}" is not a grid; use updateScalarVariables for it`)
  }
  const { rows } = await expressions.resolveParameters({ rows: values }, scope)
  const cells = (row: ParameterValue) =>
    (Array.isArray(row) ? row : [row]).map((cell) => formatValue(cell ?? ''))
  const columns = scope.variables.columns(variable)
  const fitted = fitValue(
    { name: variable, type: 'GRID', columns },
    Array.isArray(rows) ? rows.map(cells) : [],
  )
  if ('fault' in fitted) throw new ExpressionError(fitted.fault)
  return fitted.value
}

function toNumber(variable: string, value: unknown): number {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (typeof value === 'object' || !Number.isFinite(number)) {
    throw new ExpressionError(`"${variable}" is a number and cannot become "${formatValue(value)}"`)
  }
  if (typeof value === 'string' && losesDigits(value)) throw new ExpressionError(lostDigits(variable, value))
  return number
}
