import type { Fault, ParameterValue, Pipeline, PipelineKind } from '../model.ts'
import { pipelineNameOf } from '../names.ts'
import { parsePipelineFile } from '../parse.ts'
import { FaultList, isList, isMapping, textOrJson } from '../parse-shapes.ts'
import { readYaml, type YamlFile, type YamlMapping } from '../parse-yaml.ts'
import { sharedFileOf, sharedFilePaths } from './config-paths.ts'
import { type ParameterNote, parametersOf, type SharedParameter } from './parameters.ts'

/** A pipeline that a repository shares, as its file of shared pipelines and the pipeline itself say. */
export interface SharedPipeline {
  /** How callers name it, behind the prefix of its set. */
  readonly id: string
  readonly pipelineName: string
  readonly path: string
  readonly pipelineType: PipelineKind
  readonly displayName?: string
  readonly description: string
  readonly parameters: readonly SharedParameter[]
}

/** The word for programs of everything that is wrong with the file. */
export const SHARED_FILE_RULE = 'shared-pipelines-file'
export const MAX_SHARED_PIPELINES = 500
const MAX_ID_CHARACTERS = 255

interface SourceText {
  readonly path: string
  readonly text: string
}

/**
 * What a repository shares. A fault that is an error means that the files cannot be published as shared
 * pipelines; entries that are not enabled are left out. Never throws for what a file holds.
 */
export function declareShared(files: readonly SourceText[]): {
  readonly pipelines: readonly SharedPipeline[]
  readonly faults: readonly Fault[]
} {
  const file = sharedFileOf(files)
  if (file === undefined) return { pipelines: [], faults: [noFile] }
  const faults = new FaultList(file.path)
  const yaml = readYaml(file.text)
  for (const { line, message, hint } of yaml.faults) faults.error(line, SHARED_FILE_RULE, message, { hint })
  if (yaml.file === undefined) return { pipelines: [], faults: faults.all }
  const pipelines = entriesOf(yaml.file, faults).flatMap((entry) => declared(entry, files, faults) ?? [])
  refuseTwice(pipelines, faults)
  if (pipelines.length === 0 && faults.all.length === 0)
    faults.error(1, SHARED_FILE_RULE, 'The file shares no pipeline', {
      hint: 'Add an entry with pipeline and id to pipelines, or enable one',
    })
  return { pipelines, faults: faults.all }
}

const noFile: Fault = {
  severity: 'error',
  file: sharedFilePaths[1],
  line: 1,
  rule: SHARED_FILE_RULE,
  message: 'No file lists the pipelines that are shared',
  hint: `Add ${sharedFilePaths.join(' or ')} with a list of pipelines`,
}

interface Entry {
  readonly file: YamlFile
  readonly mapping: YamlMapping
  readonly line: number
}

function entriesOf(file: YamlFile, faults: FaultList): readonly Entry[] {
  const { root } = file
  const stated = isMapping(root) ? root['pipelines'] : undefined
  const line = isMapping(root) ? file.lineOf(root, 'pipelines') : 1
  if (!isList(stated)) {
    const hint = 'Write pipelines: and below it one entry per pipeline'
    faults.error(line, SHARED_FILE_RULE, 'The file has no list of pipelines', { hint })
    return []
  }
  if (stated.length > MAX_SHARED_PIPELINES) {
    const hint = 'Publish the others as another set'
    faults.error(line, SHARED_FILE_RULE, `More than ${MAX_SHARED_PIPELINES} pipelines are shared`, { hint })
    return []
  }
  return stated.flatMap((mapping): Entry[] => {
    if (isMapping(mapping)) return [{ file, mapping, line: lineOf(file, mapping) }]
    const hint = 'Begin each entry with the path of a pipeline'
    faults.error(line, SHARED_FILE_RULE, 'An entry is not a block', { hint })
    return []
  })
}

const lineOf = (file: YamlFile, mapping: YamlMapping): number => {
  const [key] = file.keysOf(mapping)
  return key === undefined ? 1 : file.lineOf(mapping, key)
}

const isOff = (value: ParameterValue | undefined): boolean =>
  ['false', 'no'].includes(textOrJson(value).toLowerCase())
const isOn = (value: ParameterValue | undefined): boolean =>
  ['true', 'yes'].includes(textOrJson(value).toLowerCase())

function declared(
  { file, mapping, line }: Entry,
  files: readonly SourceText[],
  faults: FaultList,
): SharedPipeline | undefined {
  if (isOff(mapping['enabled'])) return undefined
  const path = textOrJson(mapping['pipeline']).replace(/^(?:\.?\/)+/, '')
  const found = files.find((one) => one.path === path)
  const identity = pipelineNameOf(path)
  const at = 'pipeline' in mapping ? file.lineOf(mapping, 'pipeline') : line
  if (found === undefined || identity === undefined) {
    const hint = 'Write its path from the top of the repository, with its ending'
    faults.error(at, SHARED_FILE_RULE, `There is no pipeline file "${path}"`, { hint })
    return undefined
  }
  const id = textOrJson(mapping['id']).trim() || identity.name
  if (id.length > MAX_ID_CHARACTERS || [...id].some((one) => one === '#' || one < ' ')) {
    const hint = 'Use at most 255 characters, none of them #'
    faults.error(file.lineOf(mapping, 'id'), SHARED_FILE_RULE, `"${id.slice(0, 60)}" cannot be an id`, {
      hint,
    })
    return undefined
  }
  const { pipeline, faults: unread } = parsePipelineFile(path, found.text)
  if (pipeline === undefined) {
    const why = unread.find(({ severity }) => severity === 'error')?.message ?? 'it has no pipeline'
    faults.error(at, SHARED_FILE_RULE, `"${path}" cannot be read: ${why}`, { hint: 'Correct the pipeline' })
    return undefined
  }
  return sharedPipeline(id, { path, pipeline, mapping }, notesOf({ file, mapping, line }, pipeline, faults))
}

function sharedPipeline(
  id: string,
  { path, pipeline, mapping }: { path: string; pipeline: Pipeline; mapping: YamlMapping },
  notes: readonly ParameterNote[],
): SharedPipeline {
  const displayName = textOrJson(mapping['displayName']).trim()
  return {
    id,
    pipelineName: pipeline.name,
    path,
    pipelineType: pipeline.kind,
    ...(displayName !== '' && { displayName }),
    description: textOrJson(mapping['description']).trim() || pipeline.description,
    parameters: parametersOf(pipeline, notes),
  }
}

/** What the entry says of variables; of those that callers cannot set it is a warning. */
function notesOf({ file, mapping }: Entry, pipeline: Pipeline, faults: FaultList): readonly ParameterNote[] {
  const stated = mapping['parameters']
  if (!isMapping(stated)) return []
  return file.keysOf(stated).flatMap((name): ParameterNote[] => {
    const note = stated[name]
    if (pipeline.variables.get(name)?.visibility !== 'PUBLIC') {
      const message = `"${pipeline.name}" has no PUBLIC variable "${name}": callers cannot set it`
      const hint = 'Remove it here, or declare the variable PUBLIC in the pipeline'
      faults.warning(file.lineOf(stated, name), SHARED_FILE_RULE, message, { hint })
      return []
    }
    const displayName = isMapping(note) ? textOrJson(note['displayName']).trim() : ''
    const required = isMapping(note) && isOn(note['required'])
    return [{ name, displayName: displayName === '' ? undefined : displayName, required }]
  })
}

function refuseTwice(pipelines: readonly SharedPipeline[], faults: FaultList): void {
  for (const [id, some] of Map.groupBy(pipelines, (one) => one.id)) {
    if (some.length === 1) continue
    const paths = some.map(({ path }) => path).join(' and ')
    faults.error(1, SHARED_FILE_RULE, `The id "${id}" is given twice, to ${paths}`, {
      hint: 'Change one of them',
    })
  }
}
