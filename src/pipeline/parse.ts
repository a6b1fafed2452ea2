import type { Component, Fault, ParameterValue, Pipeline, VariableDeclaration } from './model.ts'
import { pipelineNameOf } from './names.ts'
import { linesOf, parseComponent } from './parse-component.ts'
import { FaultList, isMapping, textOrJson } from './parse-shapes.ts'
import { parseVariable } from './parse-variable.ts'
import { readYaml, type YamlFile, type YamlMapping } from './parse-yaml.ts'

export interface ParsedFile {
  /** undefined when the file cannot be read as a pipeline at all; `faults` then says why. */
  readonly pipeline: Pipeline | undefined
  readonly faults: readonly Fault[]
  /** The whole file as data, for what has no meaning for runs (`design.ts`); undefined when it is no YAML. */
  readonly root?: ParameterValue
  /**
   * Whether a component is what its own lines say, whatever the others say: `reread.ts` reads one alone then.
   */
  readonly isDivisible?: boolean
}

/**
 * The same for a server: away from the thread that answers requests. undefined when it cannot be read as a
 * pipeline.
 */
export type ParsePipeline = (path: string, text: string) => Promise<Pipeline | undefined>

/**
 * Reads one pipeline file (pipelines.md §1). Never throws, whatever the text. What is odd but harmless is
 * kept: unknown component types, invalid parameters, scalars of any kind. A file that is not YAML, is
 * larger than 1 MiB or has no `pipeline` block gives faults and no pipeline. Links and references are the
 * matter of `validateProject`.
 */
export function parsePipelineFile(path: string, text: string): ParsedFile {
  const faults = new FaultList(path)
  const identity = pipelineNameOf(path)
  if (!identity) {
    const hint = 'Name it ….orch.yaml (orchestration) or ….tran.yaml (transformation)'
    faults.error(1, 'not-a-pipeline-file', 'The file name is not that of a pipeline', { hint })
    return { pipeline: undefined, faults: faults.all }
  }
  const yaml = readYaml(text)
  for (const { line, rule, message, hint } of yaml.faults) faults.error(line, rule, message, { hint })
  if (!yaml.file) return { pipeline: undefined, faults: faults.all }

  const { root } = yaml.file
  const body = isMapping(root) ? root['pipeline'] : undefined
  if (!isMapping(root) || !isMapping(body)) {
    const hint = 'A pipeline file has the blocks type, version and pipeline; pipeline contains components'
    faults.error(1, 'missing-pipeline', 'The file has no "pipeline" block', { hint })
    return { pipeline: undefined, faults: faults.all, root }
  }
  const { kind } = identity
  const stated = root['type']
  if (stated !== undefined && stated !== null && stated !== kind) {
    const message = `The type of the file is "${textOrJson(stated)}", but its extension says "${kind}"`
    faults.warning(yaml.file.lineOf(root, 'type'), 'kind-mismatch', message, {
      hint: 'Correct type, or rename the file',
    })
  }
  const pipeline = parsePipelineBlock(yaml.file, body, identity, faults)
  return { pipeline, faults: faults.all, root, isDivisible: isDivisible(yaml.file, body) }
}

function isDivisible(file: YamlFile, { components }: YamlMapping): boolean {
  return isMapping(components) && file.isBlock(components) && !file.hasAnchors
}

/** What the block `pipeline` of a file says. */
export function parsePipelineBlock(
  file: YamlFile,
  body: YamlMapping,
  { name, kind }: Pick<Pipeline, 'name' | 'kind'>,
  faults: FaultList,
): Pipeline {
  const metadata = body['metadata']
  const description = isMapping(metadata) ? textOrJson(metadata['description']) : ''
  const components = parseComponents(file, body, faults)
  const variables = parseVariables(file, body, faults)
  const variableLines = linesOf(file, body['variables'])
  return { name, kind, description, components, variables, variableLines }
}

function parseComponents(
  file: YamlFile,
  body: YamlMapping,
  faults: FaultList,
): ReadonlyMap<string, Component> {
  const components = new Map<string, Component>()
  for (const [name, block, line] of blocks(file, body, 'components', faults)) {
    const component = parseComponent(file, name, block, line, faults)
    if (component) components.set(name, component)
  }
  return components
}

function parseVariables(
  file: YamlFile,
  body: YamlMapping,
  faults: FaultList,
): ReadonlyMap<string, VariableDeclaration> {
  const variables = new Map<string, VariableDeclaration>()
  for (const [name, block, line] of blocks(file, body, 'variables', faults)) {
    variables.set(name, parseVariable(file, name, block, line, faults))
  }
  return variables
}

/** Name, block and line of everything in `pipeline.components` or `pipeline.variables`. */
function blocks(file: YamlFile, body: YamlMapping, key: string, faults: FaultList) {
  const all = body[key]
  if (isMapping(all)) {
    return file.keysOf(all).map((name) => [name, all[name] ?? null, file.lineOf(all, name)] as const)
  }
  if (all !== undefined && all !== null) {
    const message = `"${key}" is not a block of names`
    faults.error(file.lineOf(body, key), `invalid-${key}`, message, {
      hint: 'Write one name per entry, each with its own block',
    })
  }
  return []
}
