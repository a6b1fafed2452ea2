import { matchesGlob } from 'node:path'
import { closestNames } from '../../lib/closest-names.ts'
import type { ParameterValue } from '../model.ts'
import { FaultList, isList, isMapping, namesOf, textOrJson } from '../parse-shapes.ts'
import { readYaml, type YamlFile, type YamlMapping } from '../parse-yaml.ts'
import type { Options, ReviewRule, Severity } from './rule.ts'
import { optionsOf } from './rule-options.ts'
import { reviewRules } from './rules.ts'

/**
 * What of a rule is not reported: in pipelines at this path, and there only of one component where it is
 * named.
 */
interface Exception {
  readonly pipeline: string
  readonly component: string | undefined
}

export interface ConfiguredRule {
  readonly rule: ReviewRule
  readonly severity: Severity
  readonly options: Options
  readonly exceptions: readonly Exception[]
}

export interface ReviewConfiguration {
  /** Those that are enabled. */
  readonly rules: readonly ConfiguredRule[]
  /** Files that are not reviewed, as patterns of paths. */
  readonly exclude: readonly string[]
}

export const RULES_FILE_RULE = 'rules-file'

const byDefault = (rule: ReviewRule): ConfiguredRule => ({
  rule,
  severity: rule.severity,
  options: optionsOf(rule),
  exceptions: [],
})

/** Every rule as it is where the repository says nothing. */
const defaults: ReviewConfiguration = { rules: reviewRules.map(byDefault), exclude: [] }

/**
 * The rules as the repository wants them. What is wrong with the file is in `faults`; the rest of it counts.
 */
export function readRulesFile(file: { readonly path: string; readonly text: string } | undefined) {
  if (file === undefined) return { configuration: defaults, faults: [] }
  const faults = new FaultList(file.path)
  const yaml = readYaml(file.text)
  for (const { line, message, hint } of yaml.faults) faults.error(line, RULES_FILE_RULE, message, { hint })
  if (yaml.file === undefined) return { configuration: defaults, faults: faults.all }
  return { configuration: configurationIn(yaml.file, faults), faults: faults.all }
}

/** The file is a list of rules, or a block with `rules` and `exclude`. */
function configurationIn(file: YamlFile, faults: FaultList): ReviewConfiguration {
  const { root } = file
  if (root === null) return defaults
  const stated = isMapping(root) ? root['rules'] : root
  const rules = new Map(defaults.rules.map((one) => [one.rule.id, one]))
  if (isMapping(root))
    for (const key of file.keysOf(root))
      if (!['version', 'rules', 'exclude'].includes(key))
        warn(faults, file.lineOf(root, key), `"${key}" has no meaning here`, 'Use rules and exclude')
  if (stated !== undefined && stated !== null && !isList(stated)) {
    const line = isMapping(root) ? file.lineOf(root, 'rules') : 1
    faults.error(line, RULES_FILE_RULE, 'The rules are not a list', {
      hint: 'Write one entry per rule, each with its id',
    })
  }
  for (const entry of isList(stated) ? stated : []) {
    const rule = findRule(file, entry, faults)
    if (rule !== undefined && isMapping(entry)) {
      const configured = configure(rule, file, entry, faults)
      if (configured === undefined) rules.delete(rule.id)
      else rules.set(rule.id, configured)
    }
  }
  return { rules: [...rules.values()], exclude: isMapping(root) ? excludedIn(file, root, faults) : [] }
}

function excludedIn(file: YamlFile, root: YamlMapping, faults: FaultList): readonly string[] {
  const patterns = namesOf(root['exclude'])
  if (patterns.some(isTooLong))
    faults.error(file.lineOf(root, 'exclude'), RULES_FILE_RULE, tooLong, { hint: 'Divide it' })
  return patterns.filter((pattern) => !isTooLong(pattern))
}

/** Node refuses to match longer ones. */
const MAX_PATTERN_CHARACTERS = 50_000
const isTooLong = (pattern: string): boolean => pattern.length > MAX_PATTERN_CHARACTERS
const tooLong = `A pattern has more than ${MAX_PATTERN_CHARACTERS} characters`

function findRule(file: YamlFile, entry: ParameterValue, faults: FaultList): ReviewRule | undefined {
  const id = isMapping(entry) ? textOrJson(entry['id']) : ''
  if (!isMapping(entry) || id === '') {
    faults.error(isMapping(entry) ? firstLine(file, entry) : 1, RULES_FILE_RULE, 'A rule has no id', {
      hint: 'Begin each entry with the id of a rule',
    })
    return undefined
  }
  const rule = reviewRules.find((one) => one.id === id)
  if (rule !== undefined) return rule
  const [similar] = closestNames(
    id,
    reviewRules.map((one) => one.id),
  )
  const hint = similar === undefined ? 'Remove it, or correct its id' : `Did you mean "${similar}"?`
  warn(faults, file.lineOf(entry, 'id'), `There is no rule "${id}"`, hint)
  return undefined
}

const firstLine = (file: YamlFile, entry: YamlMapping): number => {
  const [key] = file.keysOf(entry)
  return key === undefined ? 1 : file.lineOf(entry, key)
}

const warn = (faults: FaultList, line: number, message: string, hint: string): void =>
  faults.warning(line, RULES_FILE_RULE, message, { hint })

const members = ['id', 'enabled', 'enforcementLevel', 'severity', 'config', 'exceptions']

/** A rule as an entry of the file wants it; undefined when it is disabled. */
function configure(
  rule: ReviewRule,
  file: YamlFile,
  entry: YamlMapping,
  faults: FaultList,
): ConfiguredRule | undefined {
  const fault = (key: string, message: string, hint: string) =>
    faults.error(file.lineOf(entry, key), RULES_FILE_RULE, `${rule.id}: ${message}`, { hint })
  for (const key of file.keysOf(entry))
    if (!members.includes(key))
      warn(
        faults,
        file.lineOf(entry, key),
        `${rule.id}: "${key}" has no meaning here`,
        `Use ${members.join(', ')}`,
      )
  const enabled = textOrJson(entry['enabled'] ?? true).toLowerCase()
  if (!['true', 'false', 'yes', 'no'].includes(enabled))
    fault('enabled', '"enabled" is neither true nor false', 'Write true or false')
  if (enabled === 'false' || enabled === 'no') return undefined
  const level = 'enforcementLevel' in entry ? 'enforcementLevel' : 'severity'
  const severity = textOrJson(entry[level] ?? rule.severity).toLowerCase()
  if (severity !== 'error' && severity !== 'warning')
    fault(level, `"${severity}" is not a level`, 'Write ERROR or WARNING')
  const config = entry['config'] ?? {}
  const { options, objections } = isMapping(config)
    ? readOptions(rule, config)
    : { options: optionsOf(rule), objections: ['"config" is not a block'] }
  for (const objection of objections) fault('config', objection, `See the documentation of ${rule.id}`)
  return {
    rule,
    severity: severity === 'error' || severity === 'warning' ? severity : rule.severity,
    options,
    exceptions: exceptionsIn(entry['exceptions'] ?? [], (message) =>
      fault('exceptions', message, 'List paths of pipelines, or blocks with pipeline and component'),
    ),
  }
}

function readOptions(rule: ReviewRule, config: YamlMapping) {
  const objections: string[] = []
  const options = optionsOf(rule, config, objections)
  return { options, objections }
}

function exceptionsIn(stated: ParameterValue, fault: (message: string) => void): readonly Exception[] {
  return (isList(stated) ? stated : [stated]).flatMap((one): Exception[] => {
    if (isTooLong(String(isMapping(one) ? one['pipeline'] : one))) {
      fault(tooLong)
      return []
    }
    if (typeof one === 'string') return [{ pipeline: one, component: undefined }]
    if (isMapping(one) && typeof (one['pipeline'] ?? '**') === 'string') {
      const component = one['component'] ?? undefined
      return [
        {
          pipeline: String(one['pipeline'] ?? '**'),
          component: component === undefined ? undefined : textOrJson(component),
        },
      ]
    }
    fault('an exception is neither a path nor a block')
    return []
  })
}

/**
 * Whether a pattern means the file at `path`; with or without the ending of pipelines, `**` for any folders.
 */
export function meansPath(pattern: string, path: string): boolean {
  const plain = path.replace(/\.(orch|tran)\.yaml$/, '')
  return [path, plain].some((one) => one === pattern || matchesGlob(one, pattern))
}
