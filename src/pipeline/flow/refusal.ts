import type { Outcome, VariableView } from '../flow-events.ts'
import type { Component } from '../model.ts'
import { isIterator } from './iterator.ts'
import type { FlowLinks } from './links.ts'
import { unreadableParameters } from './parameters.ts'
import { retrySettings } from './retry.ts'

/**
 * How a component ends that is not to run (pipelines.md §2.9) or whose wrapping cannot work; else undefined.
 */
export function refusal(
  links: FlowLinks,
  component: Component,
  variables: VariableView,
): Outcome | undefined {
  if (component.skipped) return { result: 'SKIPPED', message: 'Skipped: the component is switched off' }
  if (component.type !== 'retry' && !isIterator(component)) return undefined
  const inside = links.inside(component)
  const faults = 'fault' in inside ? [inside.fault] : []
  const unreadable = unreadableParameters(component.parameters, variables)
  faults.push(...unreadable.map(({ message }) => message))
  if (component.type === 'retry' && unreadable.length === 0) {
    const settings = retrySettings(component.parameters, variables)
    if ('faults' in settings) faults.push(...settings.faults)
  }
  return faults.length === 0 ? undefined : { result: 'FAILED', message: faults.join('; ') }
}
