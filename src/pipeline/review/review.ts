import type { ComponentCatalog } from '../catalog.ts'
import type { Fault } from '../model.ts'
import { pipelineNameOf } from '../names.ts'
import { testedDirectly, withCalled } from '../tests/validate.ts'
import { type SourceFile, type ValidationFacts, validateAll } from '../validate.ts'
import { callsOf, type ProjectFile } from '../validate-references.ts'
import type { Subject } from './rule.ts'
import { type ConfiguredRule, meansPath, readRulesFile } from './rules-file.ts'
import { rulesFileOf } from './rules-file-paths.ts'

export interface Review {
  /**
   * In order of file and line. A finding is like a fault of validation; its rule is the id of a rule of
   * reviews.
   */
  readonly findings: readonly Fault[]
  /** Paths of pipelines that the rules file leaves out. */
  readonly excludedFiles: readonly string[]
  /** Paths of the pipelines that were reviewed. */
  readonly reviewedFiles: readonly string[]
}

const MAX_FINDINGS_OF_RULE = 200
const MAX_FINDINGS = 20_000

/**
 * Reviews the pipelines of a project by the rules that its rules file sets, or by the defaults. `files` are
 * those of the whole project: rules look at callers, at tests, and at the rules file. `progressed` is called
 * for each test, then as `validateAll` does, then for each pipeline. Never throws for what a file holds.
 */
export function reviewProject(
  files: readonly SourceFile[],
  catalog: ComponentCatalog,
  facts: ValidationFacts = {},
  progressed: () => void = () => {},
): Review {
  const rulesFile = rulesFileOf(files)
  const { configuration, faults: ofRulesFile } = readRulesFile(rulesFile)
  const directly = testedDirectly(files, progressed)
  const validation = validateAll(files, catalog, facts, progressed)
  const faultsByFile = Map.groupBy(validation.faults, ({ file }) => file)
  const project = new Map(validation.files.map((file) => [pipelineNameOf(file.path)!.name, file]))
  const called = new Set(
    validation.files.flatMap(({ pipeline }) => callsOf(pipeline).map(({ target }) => target)),
  )

  const tested = directly && withCalled(directly, validation.files)

  const isExcluded = ({ path }: ProjectFile) =>
    configuration.exclude.some((pattern) => meansPath(pattern, path))
  const reviewed = validation.files.filter((file) => !isExcluded(file))
  const findings = reviewed.flatMap((file) => {
    const faults = faultsByFile.get(file.path) ?? []
    progressed()
    if (file.pipeline === undefined) return unreadable(configuration.rules, file.path, faults)
    const { path, pipeline } = file
    const subject: Subject = { path, pipeline, faults, project, called, tested, catalog }
    return configuration.rules.flatMap((rule) => findingsOf(rule, subject))
  })
  return {
    findings: mostImportant([...ofRulesFile, ...findings]).sort(byPlace),
    excludedFiles: validation.files.filter(isExcluded).map(({ path }) => path),
    reviewedFiles: reviewed.map(({ path }) => path),
  }
}

/** Whether a component of a file is excepted; without a component, its pipeline. */
function exceptionsOf(exceptions: ConfiguredRule['exceptions'], path: string) {
  const here = exceptions.filter(({ pipeline }) => meansPath(pipeline, path))
  return (component: string | undefined): boolean =>
    here.some((one) => one.component === undefined || one.component === component)
}

function findingsOf({ rule, severity, options, exceptions }: ConfiguredRule, subject: Subject): Fault[] {
  const { path } = subject
  const isExcepted = exceptionsOf(exceptions, path)
  const found: Fault[] = []
  for (const { line, message, component, hint, variable } of rule.check(subject, options)) {
    if (isExcepted(component)) continue
    if (found.length === MAX_FINDINGS_OF_RULE) break
    found.push({
      severity,
      file: path,
      line,
      ...(component !== undefined && { component }),
      rule: rule.id,
      message,
      hint: hint ?? rule.advice,
      ...(variable !== undefined && { variable }),
    })
  }
  return found
}

/** As many as anybody can look at: errors before warnings where there are more. */
function mostImportant(findings: readonly Fault[]): Fault[] {
  if (findings.length <= MAX_FINDINGS) return [...findings]
  const { error = [], warning = [] } = Object.groupBy(findings, ({ severity }) => severity)
  return [...error, ...warning].slice(0, MAX_FINDINGS)
}

/** A file that is no pipeline has nothing but faults; all of them are errors of the same rule. */
function unreadable(rules: readonly ConfiguredRule[], path: string, faults: readonly Fault[]): Fault[] {
  const configured = rules.find(({ rule }) => rule.id === 'invalid-pipeline')
  if (configured === undefined) return []
  const { severity, exceptions } = configured
  const isExcepted = exceptionsOf(exceptions, path)
  return faults
    .filter(({ component }) => !isExcepted(component))
    .slice(0, MAX_FINDINGS_OF_RULE)
    .map((fault) => ({ ...fault, severity, rule: configured.rule.id }))
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byPlace = (a: Fault, b: Fault) => compareText(a.file, b.file) || a.line - b.line
