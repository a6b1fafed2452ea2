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
  /**
   * Value of one JavaScript expression: string, number, boolean, null, array or plain object. Rejects with
   * ExpressionError.
   */
  evaluate(expression: string, scope: Scope): Promise<unknown>
  /** Replaces every `${…}`. `encode` is applied to each substituted value. Rejects with ExpressionError. */
  resolve(template: string, scope: Scope, encode?: (value: string) => string): Promise<string>
  /**
   * All string parameters but those named in `verbatim` resolved, deeply; `{fromGrid: {variable, columns}}`
   * replaced by the rows of that grid, projected on those columns (pipelines.md §1). Throws or rejects with
   * ExpressionError. A promise only where the engine is needed, or the templates are many.
   */
  resolveParameters(
    parameters: Parameters,
    scope: Scope,
    verbatim?: readonly string[],
  ): Promise<Parameters> | Parameters
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

/** As many templates of plain names resolve within a slice. */
const SLICE_TEMPLATES = 100

/** The parameters, when plain names and few templates are all there is; otherwise undefined. */
function resolveAtOnce(
  parameters: Parameters,
  scope: Scope,
  verbatim: readonly string[],
): Parameters | undefined {
  const templates = templatesOf(parameters, verbatim)
  if (templates.length > SLICE_TEMPLATES) return undefined
  const texts: string[] = []
  for (const template of templates) {
    const text = resolvePlain(template, scope)
    if (text === undefined) return undefined
    texts.push(text)
  }
  return withTexts(parameters, scope, verbatim, texts)
}

/** The parameters with these texts in the place of their templates, in the order of `templatesOf`. */
function withTexts(
  parameters: Parameters,
  scope: Scope,
  verbatim: readonly string[],
  texts: readonly string[],
): Parameters {
  let at = 0
  return resolveParameters(parameters, scope, verbatim, (text) => (isTemplate(text) ? texts[at++]! : text))
}

/** The text, or undefined when one of its expressions needs the engine. */
function resolvePlain(template: string, scope: Scope): string | undefined {
  let text = ''
  for (const part of parseTemplate(template)) {
    const path = part.kind === 'text' ? undefined : pathIn(scope, part)
    if (part.kind === 'text') text += part.text
    else if (path === undefined) return undefined
    else text += formatValue(lookUp(path, scope))
  }
  return text
}

/**
 * `a-b` is the variable of that name where there is one, which only projects have, and else needs the engine.
 */
function pathIn(
  { variables }: Scope,
  { expression, path }: { readonly expression: string; readonly path: readonly string[] | undefined },
): readonly string[] | undefined {
  if (path !== undefined || !/^[A-Za-z_][\w-]*$/.test(expression)) return path
  return variables.get(expression) === undefined ? undefined : [expression]
}

/** Makes an evaluator. Plain names never start the engine; the first real expression does. */
export async function createExpressions(limits?: Partial<ExpressionLimits>): Promise<Expressions> {
  return expressionsWith(createSandbox({ ...defaults, ...limits }))
}

function expressionsWith(sandbox: Sandbox): Expressions {
  async function evaluate(expression: string, scope: Scope): Promise<unknown> {
    const name = expression.trim()
    const path = pathIn(scope, { expression: name, path: plainPath(name) })
    if (path !== undefined) return lookUp(path, scope)
    return sandbox.evaluate(expression, globalsFor(expression, scope), scope.budget)
  }

  const resolve: Expressions['resolve'] = async (template, scope, encode = (value) => value) => {
    if (!isTemplate(template)) return template
    let text = ''
    for (const part of parseTemplate(template)) {
      const path = part.kind === 'text' ? undefined : pathIn(scope, part)
      if (part.kind === 'text') text += part.text
      // Nothing is awaited where nothing has to be: plain names are nearly all there are.
      else if (path !== undefined) text += encode(formatValue(lookUp(path, scope)))
      else text += encode(formatValue(await evaluate(part.expression, scope)))
    }
    return text
  }

  const resolveAll: Expressions['resolveParameters'] = (parameters, scope, verbatim = []) =>
    resolveAtOnce(parameters, scope, verbatim) ?? resolveInSlices(parameters, scope, verbatim)

  async function resolveInSlices(parameters: Parameters, scope: Scope, verbatim: readonly string[]) {
    const texts: string[] = []
    let since = performance.now()
    for (const template of templatesOf(parameters, verbatim)) {
      texts.push(await resolve(template, scope))
      if (performance.now() - since < SLICE_MS) continue
      await new Promise((done) => setImmediate(done))
      since = performance.now()
    }
    return withTexts(parameters, scope, verbatim, texts)
  }

  return { evaluate, resolve, resolveParameters: resolveAll, close: () => sandbox.close() }
}
