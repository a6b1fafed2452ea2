import { type ComponentCatalog, wrappingTypes } from './catalog.ts'
import { isConcurrent, isIterator, sharedInParallel } from './flow/iterator.ts'
import { unreadableParameters } from './flow/parameters.ts'
import { incomingLinks, outgoingLinks, wrappers } from './graph.ts'
import type { Component, Pipeline } from './model.ts'
import type { FaultList } from './parse-shapes.ts'
import type { ProjectVariables } from './validate-variables.ts'

const neverWrapped: ReadonlySet<string> = new Set(['start', 'and', 'or', 'if', 'end-success', 'end-failure'])

/**
 * What an iterator or a retry wraps: exactly one component, that nothing else runs (pipelines.md §2.6,
 * §2.7). What an iterator sets in parallel: COPIED variables.
 */
export function checkIterations(
  pipeline: Pipeline,
  catalog: ComponentCatalog,
  ofProject: ProjectVariables | undefined,
  faults: FaultList,
): void {
  // A plain name that nobody declares is reported as such. `${n-1}` is a name only where there is such a
  // variable.
  const mayName = (name: string) =>
    /^\w+$/.test(name) || pipeline.variables.has(name) || (ofProject?.has(name) ?? true)
  for (const component of pipeline.components.values()) {
    checkWrapper(pipeline, component, faults)
    if (wrappingTypes.has(component.type)) checkParameters(component, mayName, faults)
    if (isIterator(component) && isConcurrent(component.parameters))
      checkVariablesSet(pipeline, catalog, component, faults)
  }
  const incoming = incomingLinks(pipeline)
  const outgoing = outgoingLinks(pipeline)
  for (const [name, around] of wrappers(pipeline)) {
    const target = pipeline.components.get(name)
    if (!target) continue
    for (const second of around.slice(1)) {
      const message = `"${name}" is wrapped by "${second.name}" and by "${around[0]!.name}"`
      const hint = 'Keep one; to nest them, let the outer one wrap the inner one'
      faults.error(second.line, 'wrapped-twice', message, { component: second.name, hint })
    }
    const { line } = target
    const wrapper = around[0]!.name
    if (incoming.has(name)) {
      const message = `"${name}" is wrapped by "${wrapper}" and also has an incoming link`
      const details = { component: name, hint: `Let the link lead to "${wrapper}"` }
      faults.error(line, 'linked-iteration-target', message, details)
    }
    if (outgoing.has(name)) {
      const message = `"${name}" is wrapped by "${wrapper}" and also leads on`
      const details = {
        component: name,
        hint: `Let the links leave "${wrapper}", which ends after every iteration`,
      }
      faults.error(line, 'linked-iteration-target', message, details)
    }
  }
}

function checkParameters(
  { name, parameters, line }: Component,
  mayName: (name: string) => boolean,
  faults: FaultList,
): void {
  for (const { key, message } of unreadableParameters(parameters, mayName)) {
    const details = { component: name, paths: [[key] as const] }
    faults.error(line, 'unreadable-flow-parameter', `"${name}": ${message}`, details)
  }
}

/** The scalar variables that an iterator names are those that it sets. */
function checkVariablesSet(
  pipeline: Pipeline,
  catalog: ComponentCatalog,
  component: Component,
  faults: FaultList,
): void {
  const set = catalog.namedVariables?.(component).filter(({ kind }) => kind === 'scalar') ?? []
  for (const { name, path } of set) {
    if (pipeline.variables.get(name)?.scope !== 'SHARED') continue
    faults.error(
      component.line,
      'shared-iteration-variable',
      `"${component.name}": ${sharedInParallel(name)}`,
      {
        component: component.name,
        ...(path && { paths: [path] }),
      },
    )
  }
}

function checkWrapper(pipeline: Pipeline, component: Component, faults: FaultList): void {
  const { name, type, line, iterationTarget } = component
  const details = (hint: string) => ({ component: name, hint })
  if (!wrappingTypes.has(type)) {
    if (iterationTarget === undefined) return
    const message = `"${name}" has an iterationTarget, which only iterators and retry have`
    faults.warning(line, 'misplaced-iteration-target', message, details('Remove it'))
    return
  }
  if (iterationTarget === undefined) {
    const hint = 'Name the component to repeat in iterationTarget'
    faults.error(line, 'missing-iteration-target', `"${name}" (${type}) wraps no component`, details(hint))
    return
  }
  const target = pipeline.components.get(iterationTarget)
  if (!target) {
    const message = `"${name}" wraps "${iterationTarget}", which does not exist`
    faults.error(line, 'unknown-iteration-target', message, details('Correct the name in iterationTarget'))
  } else if (neverWrapped.has(target.type)) {
    const message = `"${name}" wraps "${iterationTarget}" (${target.type}), which cannot be repeated`
    const hint = 'Wrap a component that does work; put several into a separate pipeline'
    faults.error(line, 'invalid-iteration-target', message, details(hint))
  }
}
