import { type ComponentCatalog, linkRule } from './catalog.ts'
import type { Fault, Pipeline } from './model.ts'
import { pipelineNameOf } from './names.ts'
import { parsePipelineFile } from './parse.ts'
import { FaultList } from './parse-shapes.ts'
import { checkComponents } from './validate-components.ts'
import { checkIterations } from './validate-iterations.ts'
import { checkLinks } from './validate-links.ts'
import { checkRecursion, checkReferences, type ProjectFile } from './validate-references.ts'
import { checkVariables } from './validate-variables.ts'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

export interface Validation {
  /** Every pipeline file, by path. */
  readonly files: readonly ProjectFile[]
  readonly faults: readonly Fault[]
}

/**
 * Every fault of every pipeline file of a project, errors and warnings, in order of file and line. Files
 * that are no pipelines by their ending are passed over. An error means that the pipeline would not run as
 * it is drawn; after a warning it runs, or only the component named fails (pipelines.md §1). Never throws
 * for what a file holds.
 */
export function validateProject(
  files: readonly SourceFile[],
  catalog: ComponentCatalog,
  facts: { readonly warehouse?: string | undefined },
): readonly Fault[] {
  const steps = validationSteps(files, catalog, facts)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value.faults
  }
}

/** The same, a file at a time: a server that has other things to do takes them up between the steps. */
export function* validationSteps(
  files: readonly SourceFile[],
  catalog: ComponentCatalog,
  facts: { readonly warehouse?: string | undefined },
): Generator<undefined, Validation> {
  const all: Fault[] = []
  const read: ProjectFile[] = []
  const project = new Map<string, ProjectFile>()
  for (const { path, text } of files.toSorted(byPath)) {
    const identity = pipelineNameOf(path)
    if (!identity) continue
    const { pipeline, faults } = parsePipelineFile(path, text)
    all.push(...faults)
    const earlier = project.get(identity.name)
    const file = { path, kind: identity.kind, pipeline }
    read.push(file)
    if (earlier) all.push(sameName(path, earlier.path, identity.name))
    else project.set(identity.name, file)
    if (pipeline) all.push(...validatePipeline(path, pipeline, catalog, facts))
    yield
  }
  for (const file of read) {
    all.push(...checkReferences(file, project))
    yield
  }
  all.push(...checkRecursion(project))
  return { files: read, faults: all.sort(byPlace) }
}

/** The faults that show without knowing any other file, in no particular order. */
function validatePipeline(
  path: string,
  pipeline: Pipeline,
  catalog: ComponentCatalog,
  facts: { readonly warehouse?: string | undefined },
): readonly Fault[] {
  const faults = new FaultList(path)
  checkComponents(pipeline, catalog, facts, faults)
  checkLinks(pipeline, (type) => linkRule(catalog, pipeline.kind, type), faults)
  checkIterations(pipeline, faults)
  checkVariables(pipeline, catalog, faults)
  return faults.all
}

const sameName = (path: string, earlier: string, name: string): Fault => ({
  severity: 'error',
  file: path,
  line: 1,
  rule: 'duplicate-pipeline-name',
  message: `Two files make a pipeline "${name}": ${earlier} and ${path}`,
  hint: 'Rename one of them: a pipeline is called by its path without the ending',
})

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byPath = (a: SourceFile, b: SourceFile) => compareText(a.path, b.path)
const byPlace = (a: Fault, b: Fault) => compareText(a.file, b.file) || a.line - b.line
