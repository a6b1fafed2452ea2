import type { Component, Condition, Pipeline } from './model.ts'

/** One arrow between two components, in the direction of the flow. `source`: the link of a transformation. */
export interface Link {
  readonly from: string
  readonly to: string
  readonly condition: Condition | 'source'
}

const conditions: readonly Condition[] = ['unconditional', 'success', 'failure', 'true', 'false']

/** Links that leave an orchestration component, in the order of its conditions and lists. */
export function transitionLinks(component: Component): readonly Link[] {
  return conditions.flatMap((condition) =>
    (component.transitions[condition] ?? []).map((to) => ({ from: component.name, to, condition })),
  )
}

/** Every link of the pipeline as the file states it: ends that do not exist and repeated links included. */
export function allLinks(pipeline: Pipeline): readonly Link[] {
  const components = [...pipeline.components.values()]
  if (pipeline.kind === 'orchestration') return components.flatMap(transitionLinks)
  return components.flatMap((component) =>
    component.sources.map((from): Link => ({ from, to: component.name, condition: 'source' })),
  )
}

/** Links by the component they enter; a component without any is absent. */
export const incomingLinks = (pipeline: Pipeline): ReadonlyMap<string, readonly Link[]> =>
  Map.groupBy(allLinks(pipeline), (link) => link.to)

/** Links by the component they leave; a component without any is absent. */
export const outgoingLinks = (pipeline: Pipeline): ReadonlyMap<string, readonly Link[]> =>
  Map.groupBy(allLinks(pipeline), (link) => link.from)

/**
 * The iterators and retries around each wrapped component, in file order; one that is not wrapped is
 * absent.
 */
export function wrappers(pipeline: Pipeline): ReadonlyMap<string, readonly Component[]> {
  const wrapping = [...pipeline.components.values()].filter((one) => one.iterationTarget !== undefined)
  return Map.groupBy(wrapping, (one) => one.iterationTarget!)
}

/**
 * Names of the components each component leads to: over its links and, for an iterator or retry, its
 * target.
 */
export function successors(pipeline: Pipeline): ReadonlyMap<string, readonly string[]> {
  const outgoing = outgoingLinks(pipeline)
  const next = new Map<string, readonly string[]>()
  for (const component of pipeline.components.values()) {
    const linked = (outgoing.get(component.name) ?? []).map((link) => link.to)
    next.set(component.name, component.iterationTarget ? [...linked, component.iterationTarget] : linked)
  }
  return next
}

/** All nodes that can be reached from `starts`, themselves included. */
export function reachableFrom(
  starts: Iterable<string>,
  next: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const seen = new Set(starts)
  for (const node of seen) {
    // A Set's iteration meets what is added meanwhile.
    for (const target of next.get(node) ?? []) seen.add(target)
  }
  return seen
}
