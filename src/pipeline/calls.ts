import type { Component, Pipeline, PipelineKind } from './model.ts'
import { pipelineReference } from './names.ts'

/** A component that runs another pipeline, as its file states it. */
export interface StatedCall {
  readonly component: Component
  readonly kind: PipelineKind
  /** What the file has in place of the name. */
  readonly reference: string
  /** The name of the pipeline; undefined when a variable is part of it, which is known only while it runs. */
  readonly target: string | undefined
  /** The component that repeats this one: an iterator, or a retry. */
  readonly repeatedBy: Component | undefined
}

/** Where components that run pipelines name them, by their types. */
export const callingComponents: ReadonlyMap<
  string,
  { readonly parameter: string; readonly kind: PipelineKind }
> = new Map([
  ['run-orchestration', { parameter: 'orchestrationJob', kind: 'orchestration' }],
  ['run-transformation', { parameter: 'transformationJob', kind: 'transformation' }],
])

/** Every component of a pipeline that runs another one, those that name none yet left out. */
export function statedCalls(pipeline: Pipeline | undefined): readonly StatedCall[] {
  const components = [...(pipeline?.components.values() ?? [])]
  const repeating = new Map<string, Component>()
  for (const one of components) if (one.iterationTarget !== undefined) repeating.set(one.iterationTarget, one)
  return components.flatMap((component) => {
    const how = callingComponents.get(component.type)
    const reference = how && component.parameters[how.parameter]
    if (how === undefined || typeof reference !== 'string' || reference === '') return []
    const target = reference.includes('${') ? undefined : pipelineReference(reference)
    return [{ component, kind: how.kind, reference, target, repeatedBy: repeating.get(component.name) }]
  })
}

/**
 * Whether a name with variables in it can become that of a pipeline: what it states around them is in the
 * name.
 */
export function canBecome(reference: string, name: string): boolean {
  const [first = '', ...others] = pipelineReference(reference).split(/\$\{[^}]*\}/)
  if (!name.startsWith(first)) return false
  const last = others.pop() ?? ''
  let at = first.length
  for (const part of others) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
