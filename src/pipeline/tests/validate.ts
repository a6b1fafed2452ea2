import { closestNames } from '../../lib/closest-names.ts'
import type { ComponentCatalog } from '../catalog.ts'
import type { Fault, Pipeline } from '../model.ts'
import { pipelineReference, testNameOf } from '../names.ts'
import { FaultList } from '../parse-shapes.ts'
import { SHARED_CALL_TYPE } from '../shared/reference.ts'
import { type SourceFile, type ValidationFacts, validatePipeline } from '../validate.ts'
import { callsOf, checkReferences, type ProjectFile } from '../validate-references.ts'
import type { PipelineTest } from './model.ts'
import { parseTestFile } from './parse.ts'

export interface Tests {
  /** Those that can be read, by their files. */
  readonly tests: readonly PipelineTest[]
  readonly faults: readonly Fault[]
}

/** What tests are checked beside. */
export interface TestSurroundings {
  /** All pipelines of the project. */
  readonly pipelines: readonly ProjectFile[]
  readonly catalog: ComponentCatalog
  readonly facts?: ValidationFacts
  /** Whether the repository has a file at this path. */
  readonly hasFile: (path: string) => boolean
}

/** The tests of a project, in the order of their files, and what is wrong with them. */
export function readTests(files: readonly SourceFile[], surroundings: TestSurroundings): Tests {
  const tests: PipelineTest[] = []
  const faults: Fault[] = []
  for (const { path, text } of testFilesOf(files)) {
    const parsed = parseTestFile(path, text)
    faults.push(...parsed.faults)
    if (parsed.test === undefined) continue
    tests.push(parsed.test)
    faults.push(
      ...subjectFaults(parsed.test, surroundings),
      ...stepFaults(parsed.test, surroundings),
      ...fileFaults(parsed.test, surroundings),
    )
  }
  return { tests, faults }
}

/** The names of what the tests of a project run themselves; undefined where there is no test. */
export function testedDirectly(
  files: readonly SourceFile[],
  progressed: () => void,
): readonly string[] | undefined {
  const tests = testFilesOf(files)
  if (tests.length === 0) return undefined
  return tests.flatMap(({ path, text }) => {
    const { test } = parseTestFile(path, text)
    progressed()
    return test === undefined ? [] : subjectsOf(test)
  })
}

/** These pipelines and those that they call, by their names. */
export function withCalled(names: readonly string[], pipelines: readonly ProjectFile[]): ReadonlySet<string> {
  const project = projectOf(pipelines)
  const found = new Set<string>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    open.push(...callsOf(project.get(name)?.pipeline).map(({ target }) => target))
  }
  return found
}

/** What a test runs itself. */
const subjectsOf = ({ subject }: PipelineTest): string[] =>
  subject.kind === 'run'
    ? [pipelineReference(subject.reference)]
    : callsOf(subject.pipeline).map(({ target }) => target)

/** The files that are tests by their ending, in the order in which they are read. */
export const testFilesOf = <F extends Pick<SourceFile, 'path'>>(files: readonly F[]): readonly F[] =>
  files
    .filter(({ path }) => testNameOf(path) !== undefined)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))

const projectOf = (pipelines: readonly ProjectFile[]): ReadonlyMap<string, ProjectFile> =>
  new Map(pipelines.map((file) => [pipelineReference(file.path), file]))

function subjectFaults(
  { subject, file, projectVariables }: PipelineTest,
  { pipelines, catalog, facts = {} }: TestSurroundings,
): readonly Fault[] {
  const project = projectOf(pipelines)
  if (subject.kind === 'flow') {
    const variables = new Map(projectVariables.map((one) => [one.name, one]))
    return [
      ...validatePipeline(file, subject.pipeline, catalog, { ...facts, projectVariables: variables }),
      ...checkReferences(
        { path: file, kind: 'orchestration', pipeline: subject.pipeline },
        project,
        variables,
      ),
    ]
  }
  const faults = new FaultList(file)
  const name = pipelineReference(subject.reference)
  const found = project.get(name)
  if (found === undefined) {
    const hint = 'Write its path from the top of the repository, with or without the ending'
    const message = `The test runs the pipeline "${name}", which does not exist`
    faults.error(subject.line, 'unknown-pipeline', message, { hint })
  } else if (found.kind !== subject.pipelineKind) {
    const message = `The test runs "${name}" as ${subject.pipelineKind}, but its file says ${found.kind}`
    faults.error(subject.line, 'wrong-pipeline-kind', message, { hint: `Write ${found.kind}: instead` })
  }
  return faults.all
}

/**
 * Expected steps that no pipeline has which the test can reach: that such a step never runs would always be
 * true. Nothing is said where a pipeline is only known when it is called, as shared ones are.
 */
function stepFaults(test: PipelineTest, { pipelines }: TestSurroundings): readonly Fault[] {
  const project = projectOf(pipelines)
  const names = [...withCalled(subjectsOf(test), pipelines)]
  const own = test.subject.kind === 'flow' ? [test.subject.pipeline] : []
  const reached = [...own, ...names.flatMap((name) => project.get(name)?.pipeline ?? [])]
  if (reached.length < own.length + names.length || reached.some(callsUnknown)) return []
  const faults = new FaultList(test.file)
  for (const { name, pipeline, line } of test.expected.steps) {
    const asked = pipeline === undefined ? reached : reached.filter((one) => one.name === pipeline)
    if (asked.some(({ components }) => components.has(name))) continue
    const message =
      pipeline === undefined
        ? `No pipeline that the test runs has a step "${name}"`
        : `The test runs no pipeline "${pipeline}" with a step "${name}"`
    const known = asked.flatMap(({ components }) => [...components.keys()])
    const [near] = closestNames(name, known)
    const hint = near === undefined ? 'Write the name of a component' : `Did you mean "${near}"?`
    faults.error(line, 'unknown-step', message, { hint })
  }
  return faults.all
}

const callsUnknown = ({ components }: Pipeline): boolean =>
  [...components.values()].some(({ type, parameters }) => {
    if (type === SHARED_CALL_TYPE) return true
    const called = parameters[type === 'run-orchestration' ? 'orchestrationJob' : 'transformationJob']
    return (
      ['run-orchestration', 'run-transformation'].includes(type) &&
      typeof called === 'string' &&
      called.includes('${')
    )
  })

/** Files that the test takes its rows and files from. */
function fileFaults({ file, tables, files }: PipelineTest, { hasFile }: TestSurroundings): readonly Fault[] {
  const faults = new FaultList(file)
  for (const { path, line } of [...tables, ...files])
    if (path !== undefined && !hasFile(path))
      faults.error(line, 'unknown-file', `There is no file ${path}`, {
        hint: 'Name a file of the repository, relative to the test',
      })
  return faults.all
}
