import { closestNames } from '../lib/closest-names.ts'
import { addComponent, freeName, putInComponent, removeComponents } from './editing/components.ts'
import { editText } from './editing/edit-text.ts'
import { connect } from './editing/links.ts'
import { reachableFrom, transitionLinks, wrappers } from './graph.ts'
import type { Component, Pipeline } from './model.ts'
import { parsePipelineFile } from './parse.ts'

/** What is to run of an orchestration: one component, with what follows from it or alone. */
export interface PipelinePart {
  readonly extent: 'from' | 'only'
  readonly component: string
}

/** The text of the part as a pipeline of its own, or one sentence about why it cannot run. */
export type CutPipeline = { readonly text: string } | { readonly fault: string }

/** The same for a server: away from the thread that answers requests. */
export type CutPart = (path: string, text: string, part: PipelinePart) => Promise<CutPipeline>

/**
 * The file of an orchestration without what is outside the part: a start of its own leads to the component,
 * and what an iterator or a retry repeats goes with it. Links from outside are gone, so that an `and` waits
 * only for the links that are left. Variables keep their declarations. Never throws, whatever the text.
 */
export function cutPart(path: string, text: string, part: PipelinePart): CutPipeline {
  const { pipeline, faults } = parsePipelineFile(path, text)
  if (pipeline === undefined)
    return { fault: `${path} cannot be read: ${faults[0]?.message ?? 'no pipeline'}` }
  const fault = faultOf(pipeline, part)
  if (fault !== undefined) return { fault }
  const kept =
    part.extent === 'from' ? following(pipeline, part.component) : repeated(pipeline, part.component)
  const removed = new Set([...pipeline.components.keys()].filter((name) => !kept.has(name)))
  const cut = editText(text, (document) => {
    removeComponents(document, removed)
    if (part.extent === 'only') putInComponent(document, part.component, ['transitions'], undefined)
    if (pipeline.components.get(part.component)!.type === 'start') return
    const name = freeName(kept, 'Start')
    addComponent(document, { name, type: 'start', parameters: {} })
    connect(document, { from: name, to: part.component, kind: 'unconditional' })
  })
  return cut === undefined
    ? { fault: `${path} is not one valid YAML document, or an alias in it needs what is left out` }
    : { text: cut }
}

function faultOf(pipeline: Pipeline, { component: name }: PipelinePart): string | undefined {
  const { kind, components } = pipeline
  if (kind === 'transformation')
    return `"${pipeline.name}" is a transformation, which runs as a whole; sample "${name}" to see its rows`
  if (!components.has(name)) {
    const near = closestNames(name, components.keys())
    const hint = near.length === 0 ? '' : `. Did you mean ${near.map((one) => `"${one}"`).join(', ')}?`
    return `There is no component "${name}" in "${pipeline.name}"${hint}`
  }
  const [wrapper] = wrappers(pipeline).get(name) ?? []
  return wrapper && `"${name}" is repeated by "${wrapper.name}"; run that one`
}

/** A component and all that its arrows lead to, with what is repeated inside. */
function following({ components }: Pipeline, first: string): ReadonlySet<string> {
  const wrapped = new Set([...components.values()].flatMap(({ iterationTarget }) => iterationTarget ?? []))
  const next = (one: Component) => [
    // A run follows no arrow that enters or leaves what an iterator or a retry repeats.
    ...(wrapped.has(one.name) ? [] : transitionLinks(one))
      .map(({ to }) => to)
      .filter((to) => components.has(to) && !wrapped.has(to)),
    ...targetOf(components, one),
  ]
  return reachableFrom([first], new Map([...components.values()].map((one) => [one.name, next(one)])))
}

/** A component and what it repeats, however deep. */
function repeated({ components }: Pipeline, first: string): ReadonlySet<string> {
  const next = new Map([...components.values()].map((one) => [one.name, targetOf(components, one)]))
  return reachableFrom([first], next)
}

const targetOf = (components: Pipeline['components'], { iterationTarget }: Component): string[] =>
  iterationTarget !== undefined && components.has(iterationTarget) ? [iterationTarget] : []
