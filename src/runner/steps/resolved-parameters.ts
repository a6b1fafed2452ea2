import { findRun } from '../../components/registry.ts'
import type { Expressions, Scope } from '../../pipeline/expressions/expressions.ts'
import { templatesOf } from '../../pipeline/expressions/resolve-parameters.ts'
import type { Component, Parameters, ParameterValue } from '../../pipeline/model.ts'

/**
 * All string parameters with `${…}` replaced, but those the component resolves itself. Throws or rejects with
 * ExpressionError.
 */
export function resolvedParameters(
  { expressions }: { readonly expressions: Pick<Expressions, 'resolveParameters'> },
  component: Component,
  scope: Scope,
): Promise<Parameters> | Parameters {
  const { parameters } = component
  if (dynamicParameters(component).length === 0) return parameters
  return expressions.resolveParameters(parameters, scope, verbatimOf(component))
}

const verbatimOf = ({ type }: Component): readonly string[] => findRun(type)?.declaration.verbatim ?? []

const dynamic = new WeakMap<Component, readonly string[]>()

/**
 * The parameters of a component that have something to be replaced. Most have none, and are in the file as
 * they are.
 */
export function dynamicParameters(component: Component): readonly string[] {
  const known = dynamic.get(component)
  if (known !== undefined) return known
  const verbatim = verbatimOf(component)
  const found = Object.entries(component.parameters)
    .filter(([name, value]) => !verbatim.includes(name) && isDynamic(value))
    .map(([name]) => name)
  dynamic.set(component, found)
  return found
}

function isDynamic(value: ParameterValue): boolean {
  if (templatesOf({ value }, []).length > 0) return true
  if (value === null || typeof value !== 'object') return false
  return 'fromGrid' in value || Object.values(value).some((item: ParameterValue) => isDynamic(item))
}
