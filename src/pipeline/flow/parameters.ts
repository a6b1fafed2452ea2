import { isTemplate } from '../expressions/resolve-parameters.ts'
import type { VariableView } from '../flow-events.ts'
import type { Parameters } from '../model.ts'

const reference = /^\$\{\s*([A-Za-z_$][\w$-]*)\s*\}$/

/**
 * A scalar parameter of an iterator or retry as text, empty when it is absent. The flow evaluates no
 * expressions; a parameter that is just `${name}` is looked up, because files in use set for instance
 * `concurrency` that way.
 */
export function textParameter(parameters: Parameters, key: string, variables?: VariableView): string {
  const value = parameters[key] ?? ''
  if (typeof value === 'object') return ''
  const text = String(value).trim()
  const name = reference.exec(text)?.[1]
  const current = name === undefined ? undefined : variables?.get(name)
  return current === undefined || typeof current === 'object' ? text : String(current)
}

/** What the flow reads of iterators and retries. */
const readParameters = [
  ...['concurrency', 'breakOnFailure'],
  ...['numberOfRetries', 'retryDelay', 'customDelay', 'customDelayUnit'],
] as const

/**
 * What the flow cannot read: expressions, and names of no variable. `variables` are those that the component
 * sees or, before a run, which names may be in scope. A sentence for each parameter.
 */
export function unreadableParameters(
  parameters: Parameters,
  variables: VariableView | ((name: string) => boolean),
): readonly { readonly key: string; readonly message: string }[] {
  const [mayName, view] = typeof variables === 'function' ? [variables] : [() => false, variables]
  return readParameters.flatMap((key) => {
    const text = textParameter(parameters, key, view)
    const name = reference.exec(text)?.[1]
    if (!isTemplate(text) || (name !== undefined && mayName(name))) return []
    const message = `${key} cannot be "${text}": give a value, or the name of one variable in \${}, which update-scalar can set before`
    return [{ key, message }]
  })
}
