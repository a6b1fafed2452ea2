import { type FlowLinks, flowLinks } from '../flow/links.ts'
import { fires } from '../flow/result.ts'
import type { Outcome } from '../flow-events.ts'
import type { Component, Pipeline } from '../model.ts'
import type { ReplayedLink } from './events.ts'

/**
 * Says what the arrows of a component did when it ended. Counts along, so each end is told once, in order.
 */
export interface LinkTracker {
  ended(component: Component, outcome: Outcome, cancelled: boolean): readonly ReplayedLink[]
}

export function createLinkTracker(pipeline: Pipeline): LinkTracker {
  const links: FlowLinks = flowLinks(pipeline)
  const reached = new Set(links.starts.map(({ name }) => name))
  const arrived = new Map<string, number>()

  function follow(condition: string, to: string): ReplayedLink {
    if (reached.has(to)) return { condition, to, effect: 'already' }
    if (pipeline.components.get(to)?.type !== 'and') {
      reached.add(to)
      return { condition, to, effect: 'ready' }
    }
    const fired = (arrived.get(to) ?? 0) + 1
    arrived.set(to, fired)
    const of = links.incoming(to)
    if (fired < of) return { condition, to, effect: 'waits', arrived: { fired, of } }
    reached.add(to)
    return { condition, to, effect: 'ready', arrived: { fired, of } }
  }

  return {
    ended: (component, outcome, cancelled) =>
      links.outgoing(component.name).map(({ condition, to }) => {
        if (!fires(condition, outcome)) return { condition, to, effect: 'not-fired' }
        return cancelled ? { condition, to, effect: 'cancelled' } : follow(condition, to)
      }),
  }
}
