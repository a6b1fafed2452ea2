import type { Parameters } from '../model.ts'
import { formatValue } from './format.ts'
import { resolveParameters } from './resolve-parameters.ts'
import { createSandbox, type ExpressionLimits, type Sandbox } from './sandbox.ts'
import { globalsFor, lookUp, type Scope } from './scope-globals.ts'
import { parseTemplate, plainPath } from './template.ts'

export { ExpressionError } from './expression-error.ts'
export type { ExpressionLimits } from './sandbox.ts'
export type { Scope, SystemVariables } from './scope-globals.ts'

/** The expression language of parameters (pipelines.md §3). */
export interface Expressions {
  /** Value of one JavaScript expression: string, number, boolean, null, array or plain object. Throws ExpressionError. */
  evaluate(expression: string, scope: Scope): unknown
  /** Replaces every `${…}`. `encode` is applied to each substituted value. Throws ExpressionError. */
  resolve(template: string, scope: Scope, encode?: (value: string) => string): string
  /**
   * All string parameters but those named in `verbatim` resolved, deeply; `{fromGrid: {variable, columns}}` replaced
   * by the rows of that grid, projected on those columns (pipelines.md §1). Throws ExpressionError.
   */
  resolveParameters(parameters: Parameters, scope: Scope, verbatim?: readonly string[]): Parameters
  /** Ends the engine's thread, if there is one. */
  close(): void
}

const defaults: ExpressionLimits = {
  timeoutMs: 300,
  memoryBytes: 32 * 1024 * 1024,
  maxResultBytes: 1_000_000,
}

/** Makes an evaluator. Plain names never start the engine; the first real expression does. */
export async function createExpressions(limits?: Partial<ExpressionLimits>): Promise<Expressions> {
  return expressionsWith(createSandbox({ ...defaults, ...limits }))
}

function expressionsWith(sandbox: Sandbox): Expressions {
  const evaluate = (expression: string, scope: Scope): unknown => {
    const path = plainPath(expression.trim())
    return path ? lookUp(path, scope) : sandbox.evaluate(expression, globalsFor(expression, scope))
  }
  const resolve: Expressions['resolve'] = (template, scope, encode = (value) => value) => {
    if (!template.includes('${')) return template
    return parseTemplate(template)
      .map((part) =>
        part.kind === 'text' ? part.text : encode(formatValue(evaluate(part.expression, scope))),
      )
      .join('')
  }
  return {
    evaluate,
    resolve,
    resolveParameters: (parameters, scope, verbatim = []) =>
      resolveParameters(parameters, scope, verbatim, (template) => resolve(template, scope)),
    close: () => sandbox.close(),
  }
}
