import type { Parameters } from '../model.ts'
import { formatValue } from './format.ts'
import { isTemplate, resolveParameters, templatesOf } from './resolve-parameters.ts'
import { createSandbox, type ExpressionLimits, type Sandbox } from './sandbox.ts'
import { globalsFor, lookUp, type Scope } from './scope-globals.ts'
import { parseTemplate, plainPath } from './template.ts'

export { type BudgetLimits, createExecutionBudget, type ExpressionBudget } from './expression-budget.ts'
export { ExpressionError } from './expression-error.ts'
export type { ExpressionLimits } from './sandbox.ts'
export type { Scope, SystemVariables } from './scope-globals.ts'

/** The expression language of parameters (pipelines.md §3). */
export interface Expressions {
  /** Value of one JavaScript expression: string, number, boolean, null, array or plain object. Rejects with ExpressionError. */
  evaluate(expression: string, scope: Scope): Promise<unknown>
  /** Replaces every `${…}`. `encode` is applied to each substituted value. Rejects with ExpressionError. */
  resolve(template: string, scope: Scope, encode?: (value: string) => string): Promise<string>
  /**
   * All string parameters but those named in `verbatim` resolved, deeply; `{fromGrid: {variable, columns}}` replaced
   * by the rows of that grid, projected on those columns (pipelines.md §1). Rejects with ExpressionError.
   */
  resolveParameters(parameters: Parameters, scope: Scope, verbatim?: readonly string[]): Promise<Parameters>
  /** Ends the engine's thread, if there is one. */
  close(): void
}

const defaults: ExpressionLimits = {
  timeoutMs: 300,
  memoryBytes: 32 * 1024 * 1024,
  maxResultBytes: 1_000_000,
}

/** Plain names resolve for this long before other work gets its turn. */
const SLICE_MS = 5

/** Makes an evaluator. Plain names never start the engine; the first real expression does. */
export async function createExpressions(limits?: Partial<ExpressionLimits>): Promise<Expressions> {
  return expressionsWith(createSandbox({ ...defaults, ...limits }))
}

function expressionsWith(sandbox: Sandbox): Expressions {
  async function evaluate(expression: string, scope: Scope): Promise<unknown> {
    const path = plainPath(expression.trim())
    if (path !== undefined) return lookUp(path, scope)
    return sandbox.evaluate(expression, globalsFor(expression, scope), scope.budget)
  }

  const resolve: Expressions['resolve'] = async (template, scope, encode = (value) => value) => {
    if (!isTemplate(template)) return template
    let text = ''
    for (const part of parseTemplate(template)) {
      if (part.kind === 'text') text += part.text
      // Nothing is awaited where nothing has to be: plain names are nearly all there are.
      else if (part.path !== undefined) text += encode(formatValue(lookUp(part.path, scope)))
      else text += encode(formatValue(await evaluate(part.expression, scope)))
    }
    return text
  }

  async function resolveAll(parameters: Parameters, scope: Scope, verbatim: readonly string[] = []) {
    const texts: string[] = []
    let since = performance.now()
    for (const template of templatesOf(parameters, verbatim)) {
      texts.push(await resolve(template, scope))
      if (performance.now() - since < SLICE_MS) continue
      await new Promise((done) => setImmediate(done))
      since = performance.now()
    }
    let at = 0
    return resolveParameters(parameters, scope, verbatim, (text) => (isTemplate(text) ? texts[at++]! : text))
  }

  return { evaluate, resolve, resolveParameters: resolveAll, close: () => sandbox.close() }
}
