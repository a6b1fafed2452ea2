import { statedCalls } from './calls.ts'
import { rings } from './graph-rings.ts'
import type { Component, Fault, Pipeline, PipelineKind } from './model.ts'
import { FaultList } from './parse-shapes.ts'
import { checkCallValues } from './validate-calls.ts'
import type { ProjectVariables } from './validate-variables.ts'

export interface ProjectFile {
  readonly path: string
  readonly kind: PipelineKind
  /** undefined when the file cannot be read; it still exists for those that refer to it. */
  readonly pipeline: Pipeline | undefined
}

interface Call {
  readonly component: Component
  readonly kind: PipelineKind
  readonly target: string
}

/** The pipelines a pipeline runs, as far as the file says: a name with `${…}` is only known when it runs. */
export const callsOf = (pipeline: Pipeline | undefined): readonly Call[] =>
  statedCalls(pipeline).flatMap(({ component, kind, target }) =>
    target === undefined ? [] : [{ component, kind, target }],
  )

const article = (kind: PipelineKind) => (kind === 'orchestration' ? 'an orchestration' : 'a transformation')

/**
 * References of `run-orchestration` and `run-transformation` to what is not there or is of the other
 * kind, and variables they set that are not to be set.
 */
export function checkReferences(
  file: ProjectFile,
  project: ReadonlyMap<string, ProjectFile>,
  variables?: ProjectVariables,
): readonly Fault[] {
  const faults = new FaultList(file.path)
  for (const { component, kind, target } of callsOf(file.pipeline)) {
    const { name, line } = component
    const found = project.get(target)
    if (!found) {
      const message = `"${name}" runs the pipeline "${target}", which does not exist`
      const hint = 'Write its path from the top of the repository, with or without the ending'
      faults.error(line, 'unknown-pipeline', message, { component: name, hint })
    } else if (found.kind !== kind) {
      const message = `"${name}" runs "${target}" as ${article(kind)}, but it is ${article(found.kind)}`
      const hint = `Use run-${found.kind}`
      faults.error(line, 'wrong-pipeline-kind', message, { component: name, hint })
    } else if (found.pipeline) {
      checkCallValues(component, found.pipeline, variables, faults)
    }
  }
  return faults.all
}

/**
 * Pipelines that run themselves, directly or through others (pipelines.md §2.8); each ring is reported
 * once.
 */
export function checkRecursion(project: ReadonlyMap<string, ProjectFile>): readonly Fault[] {
  const calls = new Map([...project].map(([name, file]) => [name, callsOf(file.pipeline)]))
  const next = new Map([...calls].map(([name, all]) => [name, all.map((call) => call.target)]))
  return rings(next).flatMap((ring) => {
    const first = ring[0]!
    const faults = new FaultList(project.get(first)!.path)
    const second = ring[1] ?? first
    const component = calls.get(first)!.find((call) => call.target === second)!.component
    const way = [...ring, first].map((name) => `"${name}"`).join(' → ')
    const hint =
      'Remove one of these calls; to repeat a pipeline, wrap the component that runs it in an iterator'
    const message = `The pipeline runs itself: ${way}`
    faults.error(component.line, 'recursive-pipeline', message, { component: component.name, hint })
    return faults.all
  })
}
