import { type ComponentCatalog, linkRule } from './catalog.ts'
import type { Fault, Pipeline } from './model.ts'
import { pipelineNameOf } from './names.ts'
import { parsePipelineFile } from './parse.ts'
import { FaultList } from './parse-shapes.ts'
import type { ReadFile } from './reread.ts'
import { checkComponents } from './validate-components.ts'
import { checkIterations } from './validate-iterations.ts'
import { checkLinks } from './validate-links.ts'
import { checkRecursion, checkReferences, type ProjectFile } from './validate-references.ts'
import { checkTransactions } from './validate-transactions.ts'
import { checkVariables, type ProjectVariables } from './validate-variables.ts'

export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** What is known of where the pipelines will run. */
export interface ValidationFacts {
  /** Whose pipelines they are: projects take turns where many are to be validated. */
  readonly project?: string | undefined
  /** Kind of the database, e.g. DUCKDB. */
  readonly warehouse?: string | undefined
  /** All variables of the project; undefined when nobody says. */
  readonly projectVariables?: ProjectVariables | undefined
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
  facts: ValidationFacts,
): readonly Fault[] {
  return validateAll(files, catalog, facts).faults
}

/** The same of one file that was read, as if the project had no other. */
export function validateFile(
  { path, pipeline, faults }: ReadFile,
  catalog: ComponentCatalog,
  facts: ValidationFacts,
): readonly Fault[] {
  const { name, kind } = pipelineNameOf(path) ?? {}
  if (name === undefined || kind === undefined) return []
  const file = { path, kind, pipeline }
  const project = new Map([[name, file]])
  return [
    ...faults,
    ...(pipeline === undefined ? [] : validatePipeline(path, pipeline, catalog, facts)),
    ...checkReferences(file, project, facts.projectVariables),
    ...checkRecursion(project),
  ].sort(byPlace)
}

/**
 * The same with the files; `progressed` is called for each of `pipelineFilesOf` in turn, then for each once
 * more.
 */
export function validateAll(
  files: readonly SourceFile[],
  catalog: ComponentCatalog,
  facts: ValidationFacts,
  progressed: () => void = () => {},
): Validation {
  const all: Fault[] = []
  const read: ProjectFile[] = []
  const project = new Map<string, ProjectFile>()
  for (const { path, text } of pipelineFilesOf(files)) {
    const identity = pipelineNameOf(path)!
    const { pipeline, faults } = parsePipelineFile(path, text)
    all.push(...faults)
    const earlier = project.get(identity.name)
    const file = { path, kind: identity.kind, pipeline }
    read.push(file)
    if (earlier) all.push(sameName(path, earlier.path, identity.name))
    else project.set(identity.name, file)
    if (pipeline) all.push(...validatePipeline(path, pipeline, catalog, facts))
    progressed()
  }
  for (const file of read) {
    all.push(...checkReferences(file, project, facts.projectVariables))
    progressed()
  }
  all.push(...checkRecursion(project))
  return { files: read, faults: all.sort(byPlace) }
}

/** The files that are pipelines by their ending, in the order in which they are validated. */
export const pipelineFilesOf = <F extends Pick<SourceFile, 'path'>>(files: readonly F[]): readonly F[] =>
  files.filter(({ path }) => pipelineNameOf(path) !== undefined).sort(byPath)

/** The faults that show without knowing any other file, in no particular order. */
export function validatePipeline(
  path: string,
  pipeline: Pipeline,
  catalog: ComponentCatalog,
  facts: ValidationFacts,
): readonly Fault[] {
  const faults = new FaultList(path)
  checkComponents(pipeline, catalog, facts, faults)
  checkLinks(pipeline, (type) => linkRule(catalog, pipeline.kind, type), faults)
  checkIterations(pipeline, catalog, facts.projectVariables, faults)
  checkTransactions(pipeline, catalog, faults)
  checkVariables(pipeline, catalog, facts.projectVariables, faults)
  return faults.all
}

const sameName = (path: string, earlier: string, name: string): Fault => ({
  severity: 'error',
  file: path,
  line: 1,
  rule: 'duplicate-pipeline-name',
  message: `Two files define the pipeline "${name}": ${earlier} and ${path}`,
  hint: 'Rename one of them: a pipeline is called by its path without the ending',
})

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byPath = (a: Pick<SourceFile, 'path'>, b: Pick<SourceFile, 'path'>) => compareText(a.path, b.path)
const byPlace = (a: Fault, b: Fault) => compareText(a.file, b.file) || a.line - b.line
