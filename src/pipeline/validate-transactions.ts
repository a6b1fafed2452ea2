import { type ComponentCatalog, wrappingTypes } from './catalog.ts'
import { incomingLinks, type Link } from './graph.ts'
import type { Component, Pipeline } from './model.ts'
import type { FaultList } from './parse-shapes.ts'

/** What ends a transaction, or may do so in another pipeline. */
const mayEnd: ReadonlySet<string> = new Set([
  ...['commit', 'rollback', 'run-orchestration', 'run-shared-pipeline'],
  ...wrappingTypes,
])

/**
 * Scripts that begin or end a transaction by themselves and follow a Begin, whose transaction they share:
 * every database refuses them there. Only where all ways to the script come from that Begin.
 */
export function checkTransactions(pipeline: Pipeline, catalog: ComponentCatalog, faults: FaultList): void {
  if (pipeline.kind !== 'orchestration') return
  const incoming = incomingLinks(pipeline)
  for (const component of pipeline.components.values()) {
    if (catalog.scriptsTransactions?.(component) !== true) continue
    const begin = beginBefore(component, pipeline, incoming)
    if (begin === undefined) continue
    const { name, line } = component
    const message = `"${name}" begins or ends a transaction in its SQL, in the one that "${begin.name}" has begun`
    const hint = `Take begin, commit and rollback out of the script, or take the component "${begin.name}" away`
    faults.warning(line, 'transaction-in-transaction', message, { component: name, hint })
  }
}

function beginBefore(
  component: Component,
  { components }: Pipeline,
  incoming: ReadonlyMap<string, readonly Link[]>,
): Component | undefined {
  const seen = new Set<string>()
  for (let { name } = component; !seen.has(name); ) {
    seen.add(name)
    const [link, ...more] = incoming.get(name) ?? []
    const before = link === undefined || more.length > 0 ? undefined : components.get(link.from)
    if (before === undefined || mayEnd.has(before.type)) return undefined
    if (before.type === 'begin' && !before.skipped) return link?.condition === 'failure' ? undefined : before
    name = before.name
  }
  return undefined
}
