import type { LinkRule } from './catalog.ts'
import { incomingLinks, type Link, outgoingLinks, reachableFrom, successors, wrappers } from './graph.ts'
import { rings } from './graph-rings.ts'
import type { Component, Pipeline } from './model.ts'
import type { FaultList } from './parse-shapes.ts'

type LinksOf = (type: string) => LinkRule

/** Links to nowhere, too many or too few of them, rings, and what no link leads to (pipelines.md §2). */
export function checkLinks(pipeline: Pipeline, linksOf: LinksOf, faults: FaultList): void {
  const incoming = incomingLinks(pipeline)
  const outgoing = outgoingLinks(pipeline)
  for (const component of pipeline.components.values()) {
    const rule = linksOf(component.type)
    checkTargets(pipeline, component, faults)
    checkIncoming(pipeline, component, incoming.get(component.name) ?? [], rule, faults)
    checkOutgoing(component, outgoing.get(component.name) ?? [], rule, faults)
    if (pipeline.kind === 'transformation' && outgoing.has(component.name)) checkSkipped(component, faults)
  }
  checkRings(pipeline, faults)
  if (pipeline.kind === 'orchestration') checkStart(pipeline, faults)
}

/**
 * What is wrong, after the name of a skipped component of a transformation that others read from; undefined:
 * nothing.
 */
export function skippedFault({ sources }: Component): string | undefined {
  if (sources.length === 1) return undefined
  const count = sources.length === 0 ? 'no source' : `${sources.length} sources`
  return `is skipped and has ${count}: only the rows of a single source can be handed on`
}

function checkSkipped(component: Component, faults: FaultList): void {
  const fault = component.skipped ? skippedFault(component) : undefined
  if (fault === undefined) return
  const details = { component: component.name, hint: 'Remove it, or do not skip it' }
  faults.error(component.line, 'skipped-without-source', `"${component.name}" ${fault}`, details)
}

function checkTargets(pipeline: Pipeline, component: Component, faults: FaultList): void {
  const { name, line } = component
  const unknown = (names: readonly string[]) => new Set(names.filter((one) => !pipeline.components.has(one)))
  const hint = 'Correct the name, or remove the link'
  if (pipeline.kind === 'transformation') {
    for (const source of unknown(component.sources)) {
      const message = `"${name}" has the source "${source}", which does not exist`
      faults.error(line, 'unknown-source', message, { component: name, hint })
    }
    if (Object.keys(component.transitions).length > 0) misplaced('transitions', 'orchestrations')
    return
  }
  if (component.sources.length > 0) misplaced('sources', 'transformations')
  for (const [condition, targets] of Object.entries(component.transitions)) {
    for (const target of unknown(targets)) {
      const message = `"${name}" leads to "${target}" on ${condition}, which does not exist`
      faults.error(line, 'unknown-transition-target', message, { component: name, hint })
    }
    if ((condition === 'true' || condition === 'false') && component.type !== 'if') {
      const message = `"${name}" has a transition on ${condition}, which only an if has`
      const details = { component: name, hint: 'Use success, failure or unconditional' }
      faults.error(line, 'branch-without-if', message, details)
    }
    if ((condition === 'success' || condition === 'unconditional') && component.type === 'if') {
      const message = `"${name}" is an if and has a transition on ${condition}, which fires whatever the result`
      const hint = 'Use true and false, and failure for a condition that cannot be evaluated'
      faults.warning(line, 'branchless-if', message, { component: name, hint })
    }
  }

  function misplaced(what: string, where: string) {
    const message = `The ${what} of "${name}" have no meaning here: only ${where} have them`
    faults.warning(line, 'misplaced-links', message, { component: name, hint: `Remove the ${what}` })
  }
}

function checkIncoming(
  pipeline: Pipeline,
  component: Component,
  links: readonly Link[],
  rule: LinkRule,
  faults: FaultList,
): void {
  const { name, type, line } = component
  const from = [...new Set(links.map((link) => `"${link.from}"`))].join(', ')
  if (rule.incoming === 'none' && links.length > 0) {
    const message = `"${name}" (${type}) cannot have an incoming link, but has one from ${from}`
    faults.error(line, 'incoming-link', message, { component: name, hint: 'Remove the link' })
  }
  if (rule.incoming === 'one' && links.length > 1) {
    const hint =
      pipeline.kind === 'orchestration'
        ? 'Join the links with an and or an or, or use one unconditional link'
        : 'Bring the sources together with a join or a unite'
    const message = `"${name}" has ${links.length} incoming links (from ${from}); it can have one`
    faults.error(line, 'several-incoming-links', message, { component: name, hint })
  }
  if (pipeline.kind === 'transformation' && rule.incoming === 'one' && links.length === 0) {
    const message = `"${name}" has no source, so it has no rows to work on`
    faults.error(line, 'missing-source', message, { component: name, hint: 'Add one to sources' })
  }
}

function checkOutgoing(
  component: Component,
  links: readonly Link[],
  rule: LinkRule,
  faults: FaultList,
): void {
  if (rule.outgoing !== 'none' || links.length === 0) return
  const to = [...new Set(links.map((link) => `"${link.to}"`))].join(', ')
  const message = `"${component.name}" (${component.type}) ends the flow, but leads to ${to}`
  const details = { component: component.name, hint: 'Remove the link' }
  faults.error(component.line, 'outgoing-link', message, details)
}

function checkRings(pipeline: Pipeline, faults: FaultList): void {
  for (const ring of rings(successors(pipeline))) {
    const first = pipeline.components.get(ring[0]!)
    const way = [...ring, ring[0]].map((name) => `"${name}"`).join(' → ')
    const hint = 'Remove one of these links; to repeat a component, wrap it in an iterator or a retry'
    faults.error(first?.line ?? 1, 'cycle', `The links form a cycle: ${way}`, {
      component: first?.name,
      hint,
    })
  }
}

function checkStart(pipeline: Pipeline, faults: FaultList): void {
  const components = [...pipeline.components.values()]
  const [start, ...more] = components.filter((component) => component.type === 'start')
  if (!start) {
    const hint = 'Add a component of type start that leads to the first one'
    faults.error(1, 'missing-start', 'The pipeline has no start, so nothing would run', { hint })
    return
  }
  for (const { name, line } of more) {
    const message = `"${name}" is a second start; the first is "${start.name}"`
    const details = { component: name, hint: 'Keep one start and let it lead to all branches' }
    faults.error(line, 'several-starts', message, details)
  }
  const reached = reachableFrom(
    [start, ...more].map((one) => one.name),
    successors(pipeline),
  )
  const wrapped = wrappers(pipeline)
  for (const { name, line } of components) {
    if (reached.has(name)) continue
    const by = wrapped.get(name)?.[0]?.name
    const message = by
      ? `"${name}" never runs: nothing leads to "${by}", which wraps it`
      : `"${name}" never runs: no path leads to it from "${start.name}"`
    faults.warning(line, 'unreachable-component', message, { component: name, hint: 'Link it, or remove it' })
  }
}
