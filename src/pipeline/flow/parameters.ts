import type { VariableView } from '../flow-events.ts'
import type { Parameters } from '../model.ts'

const reference = /^\$\{\s*([A-Za-z_$][\w$]*)\s*\}$/

/**
 * A scalar parameter of an iterator or retry as text, empty when it is absent. The flow evaluates no expressions;
 * a parameter that is just `${name}` is looked up, because files in use set for instance `concurrency` that way.
 */
export function textParameter(parameters: Parameters, key: string, variables?: VariableView): string {
  const value = parameters[key] ?? ''
  if (typeof value === 'object') return ''
  const text = String(value).trim()
  const name = reference.exec(text)?.[1]
  const current = name === undefined ? undefined : variables?.get(name)
  return current === undefined || typeof current === 'object' ? text : String(current)
}
