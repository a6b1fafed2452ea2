import { type Link, transitionLinks } from '../graph.ts'
import type { Component, Pipeline } from '../model.ts'

/**
 * The arrows a flow can follow. A target that does not exist, or that is wrapped, cannot be reached by an
 * arrow.
 */
export interface FlowLinks {
  readonly starts: readonly Component[]
  /** Links that leave a component, in the order of its conditions and lists. */
  outgoing(name: string): readonly Link[]
  /** How many links must fire before an `and` runs. */
  incoming(name: string): number
  /** What an iterator or retry wraps, or why it cannot be run. */
  inside(wrapper: Component): Component | { readonly fault: string }
}

const known = new WeakMap<Pipeline, FlowLinks>()

/** Reads a pipeline's arrows once, so that each later run and step costs only the arrows it follows. */
export function flowLinks(pipeline: Pipeline): FlowLinks {
  const links = known.get(pipeline) ?? readLinks(pipeline)
  known.set(pipeline, links)
  return links
}

function readLinks({ components }: Pipeline): FlowLinks {
  const all = [...components.values()]
  const wrappers = new Map<string, Component>()
  for (const one of all) {
    const target = one.iterationTarget
    if (target !== undefined && !wrappers.has(target)) wrappers.set(target, one)
  }
  const outgoing = new Map<string, readonly Link[]>()
  const incoming = new Map<string, number>()
  for (const one of all) {
    const links = transitionLinks(one).filter(({ to }) => components.has(to) && !wrappers.has(to))
    outgoing.set(one.name, links)
    for (const { to } of links) incoming.set(to, (incoming.get(to) ?? 0) + 1)
  }
  return {
    starts: all.filter((one) => one.type === 'start' && !wrappers.has(one.name)),
    outgoing: (name) => outgoing.get(name) ?? [],
    incoming: (name) => incoming.get(name) ?? 0,
    inside(wrapper) {
      const name = wrapper.iterationTarget
      if (name === undefined) return { fault: 'No component to repeat is set: choose one as iterationTarget' }
      const target = components.get(name)
      if (target === undefined) return { fault: `The component to repeat, "${name}", does not exist` }
      const first = wrappers.get(name)!
      return first === wrapper ? target : { fault: `"${name}" is already repeated by "${first.name}"` }
    },
  }
}
