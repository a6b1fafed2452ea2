import { closestNames } from '../lib/closest-names.ts'
import type { Component, Condition, ParameterValue } from './model.ts'
import { parsePostProcessing } from './parse-post-processing.ts'
import { type FaultList, isMapping, namesOf, textOrJson } from './parse-shapes.ts'
import type { YamlFile, YamlMapping } from './parse-yaml.ts'

const conditions: ReadonlySet<string> = new Set<Condition>([
  'unconditional',
  'success',
  'failure',
  'true',
  'false',
])
/** The keys of a component. */
const componentKeys = [
  'type',
  'parameters',
  'transitions',
  'sources',
  'iterationTarget',
  'postProcessing',
  'skipped',
]
/** Figures of components are kept by their names and types, as keys. */
export const MAX_COMPONENT_NAME_CHARACTERS = 255
const SHOWN_CHARACTERS = 40

const isCondition = (key: string): key is Condition => conditions.has(key)

/** Reads one entry of `pipeline.components`; undefined, with a fault, when it is no block at all. */
export function parseComponent(
  file: YamlFile,
  name: string,
  block: ParameterValue,
  line: number,
  faults: FaultList,
): Component | undefined {
  if (!isMapping(block)) {
    const hint = 'Write at least a type and parameters'
    faults.error(line, 'invalid-component', `"${name}" is not a component`, { component: name, hint })
    return undefined
  }
  const type = textOrJson(block['type'])
  if (type === '') {
    const hint = 'Add the type of the component, for instance type: "start"'
    faults.error(line, 'missing-component-type', `"${name}" has no type`, { component: name, hint })
  }
  warnOfKeys(file, name, block, faults)
  for (const [what, text] of [['name', name] as const, ['type', type] as const])
    if (text.length > MAX_COMPONENT_NAME_CHARACTERS) {
      const message = `A component has a ${what} of ${text.length} characters: "${text.slice(0, SHOWN_CHARACTERS)}…"`
      const hint = `Use at most ${MAX_COMPONENT_NAME_CHARACTERS}`
      faults.error(line, 'name-too-long', message, { component: name, hint })
    }
  const parameters = block['parameters']
  if (parameters !== undefined && parameters !== null && !isMapping(parameters)) {
    const hint = 'Write one parameter per line as name: value'
    faults.error(line, 'invalid-parameter', `The parameters of "${name}" are not a block`, {
      component: name,
      hint,
    })
  }
  return {
    name,
    type,
    parameters: isMapping(parameters) ? parameters : {},
    transitions: parseTransitions(file, name, block, line, faults),
    sources: namesOf(block['sources']),
    iterationTarget: parseIterationTarget(name, block['iterationTarget'], line, faults),
    postProcessing: parsePostProcessing(name, block['postProcessing'], line, faults),
    skipped: isYes(block['skipped']),
    line,
    ...(isMapping(parameters) && { parameterLines: linesOf(file, parameters) }),
  }
}

/** Merge keys, and keys that look like those of a component; others may be notes of other programs. */
function warnOfKeys(file: YamlFile, component: string, block: YamlMapping, faults: FaultList): void {
  for (const key of file.keysOf(block)) {
    if (componentKeys.includes(key)) continue
    const message = `"${component}" has the key ${key}, which has no effect`
    const [similar] = closestNames(key, componentKeys)
    if (key === '<<') {
      const hint = 'Write out what it is to add: YAML 1.2 has no merge keys'
      faults.warning(file.lineOf(block, key), 'merge-key', message, { component, hint })
    } else if (similar !== undefined) {
      const hint = `Did you mean "${similar}"? Correct the name, or remove it`
      faults.warning(file.lineOf(block, key), 'misspelt-key', message, { component, hint })
    }
  }
}

/** The lines of the keys of a block; none for anything else. */
export const linesOf = (
  file: YamlFile,
  block: ParameterValue | undefined,
): Readonly<Record<string, number>> =>
  isMapping(block) ? Object.fromEntries(file.keysOf(block).map((key) => [key, file.lineOf(block, key)])) : {}

function parseTransitions(
  file: YamlFile,
  component: string,
  block: YamlMapping,
  line: number,
  faults: FaultList,
): Component['transitions'] {
  const stated = block['transitions']
  if (stated === undefined || stated === null) return {}
  const hint = 'Conditions are unconditional, success, failure, and true and false of an if'
  if (!isMapping(stated)) {
    const message = `The transitions of "${component}" are not lists by condition`
    faults.error(line, 'invalid-transitions', message, { component, hint })
    return {}
  }
  const transitions: Partial<Record<Condition, readonly string[]>> = {}
  for (const key of file.keysOf(stated)) {
    if (isCondition(key)) {
      const names = namesOf(stated[key])
      if (names.length > 0) transitions[key] = names
    } else {
      const message = `"${component}" has a transition on "${key}", which is not a condition`
      faults.error(file.lineOf(stated, key), 'unknown-condition', message, { component, hint })
    }
  }
  return transitions
}

function parseIterationTarget(
  component: string,
  stated: ParameterValue | undefined,
  line: number,
  faults: FaultList,
): string | undefined {
  const names = namesOf(stated)
  if (names.length > 1) {
    const message = `"${component}" wraps ${names.length} components; it can wrap one`
    const hint = 'Move them into a separate pipeline and wrap the component that runs it'
    faults.error(line, 'several-iteration-targets', message, { component, hint })
  }
  return names[0]
}

const isYes = (value: ParameterValue | undefined): boolean =>
  value === true || (typeof value === 'string' && /^(true|yes)$/i.test(value))
