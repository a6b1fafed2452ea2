import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import type { ParameterValue } from './model.ts'

export type YamlMapping = { readonly [key: string]: ParameterValue }

/** A file as plain data that still knows the lines of its keys. */
export interface YamlFile {
  readonly root: ParameterValue
  /** Line of `key` in a mapping that came out of this file, from 1; 1 when it does not have the key. */
  lineOf(mapping: YamlMapping, key: string): number
  /** Keys in the order of the file: a plain object would move keys that look like numbers to the front. */
  keysOf(mapping: YamlMapping): readonly string[]
}

export interface YamlFault {
  readonly line: number
  readonly rule: 'invalid-yaml' | 'file-too-large' | 'duplicate-key'
  readonly message: string
  readonly hint?: string
}

const maxFileBytes = 1024 * 1024
const maxDepth = 100
/** Values in one file, those that aliases repeat counted every time: the guard against alias bombs. */
const maxValues = 300_000
const maxFaults = 20
const tooDeep = `The file is nested deeper than ${maxDepth} levels`

/** Why a well-formed document is refused all the same. */
class UnsafeYamlError extends Error {}

/** Reads one YAML document. Never throws; `file` is undefined exactly when there are faults. */
export function readYaml(text: string): { file?: YamlFile; faults: readonly YamlFault[] } {
  if (Buffer.byteLength(text) > maxFileBytes) {
    const message = 'The file is larger than 1 MiB'
    const hint = 'Split it into several pipelines, or move long scripts into files of their own'
    return { faults: [{ line: 1, rule: 'file-too-large', message, hint }] }
  }
  const { stackTraceLimit } = Error
  try {
    // The library makes an Error per fault: the stacks of a hostile file's million would take many seconds.
    Error.stackTraceLimit = 0
    return read(text)
  } catch (error) {
    const message = error instanceof RangeError ? tooDeep : `The file cannot be read: ${String(error)}`
    return { faults: [{ line: 1, rule: 'invalid-yaml', message }] }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function read(text: string): { file?: YamlFile; faults: readonly YamlFault[] } {
  const lineCounter = new LineCounter()
  const lineAt = (offset: number) => Math.max(1, lineCounter.linePos(offset).line)
  const document = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false, // the library compares every key with every other; `convert` finds repeats in one pass
    logLevel: 'error', // silent would also keep a second document secret
  })
  const exhausted = document.errors.find((error) => error.code === 'RESOURCE_EXHAUSTION')
  const errors = exhausted ? [exhausted] : document.errors.slice(0, maxFaults)
  const broken = errors.map(
    (error): YamlFault => ({
      line: lineAt(error.pos[0]),
      rule: 'invalid-yaml',
      message:
        error.code === 'RESOURCE_EXHAUSTION' ? tooDeep : `The file is not valid YAML: ${error.message}`,
    }),
  )
  if (broken.length > 0) return { faults: broken }
  return convert(document, lineAt)
}

function convert(document: Document.Parsed, lineAt: (offset: number) => number) {
  const linesOf = new WeakMap<YamlMapping, Map<string, number>>()
  const anchors = new Map<string, unknown>()
  const faults: YamlFault[] = []
  let values = 0

  function toPlain(node: unknown, depth: number): ParameterValue {
    if (depth > maxDepth) throw new UnsafeYamlError(tooDeep)
    if (++values > maxValues) throw new UnsafeYamlError(`The file holds more than ${maxValues} values`)
    if (isAlias(node)) {
      if (!anchors.has(node.source))
        throw new UnsafeYamlError(`The alias *${node.source} has no anchor before it`)
      return toPlain(anchors.get(node.source), depth + 1)
    }
    if (isScalar(node) || isSeq(node) || isMap(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
    }
    if (isScalar(node)) return scalarOf(node)
    if (isSeq(node)) return node.items.map((item) => toPlain(item, depth + 1))
    return isMap(node) ? mappingOf(node, depth) : null // an empty value, and pairs of YAML 1.1's ordered maps
  }

  function mappingOf(map: YAMLMap, depth: number): YamlMapping {
    const lines = new Map<string, number>()
    const entries: [string, ParameterValue][] = []
    for (const { key, value } of map.items) {
      if (!isScalar(key)) continue
      const name = String(key.value ?? '')
      const line = lineAt(key.range?.[0] ?? 0)
      if (lines.has(name)) faults.push(repeated(name, line, lines.get(name)!))
      lines.set(name, line)
      entries.push([name, toPlain(value, depth + 1)])
    }
    const mapping = Object.fromEntries(entries)
    linesOf.set(mapping, lines)
    return mapping
  }

  try {
    const root = toPlain(document.contents, 0)
    if (faults.length > 0) return { faults: faults.slice(0, maxFaults) }
    const lineOf = (mapping: YamlMapping, key: string) => linesOf.get(mapping)?.get(key) ?? 1
    const keysOf = (mapping: YamlMapping) => [...(linesOf.get(mapping)?.keys() ?? Object.keys(mapping))]
    return { file: { root, lineOf, keysOf }, faults: [] }
  } catch (error) {
    if (!(error instanceof UnsafeYamlError)) throw error
    return { faults: [{ line: 1, rule: 'invalid-yaml' as const, message: error.message }] }
  }
}

const repeated = (name: string, line: number, first: number): YamlFault => ({
  line,
  rule: 'duplicate-key',
  message: `"${name}" appears twice in the same block, first in line ${first}`,
  hint: 'Rename or remove one of them',
})

/** A number whose text would change (`007`, `1.10`, 20 digits, `.inf`) stays the text the file states. */
function scalarOf(scalar: Scalar): ParameterValue {
  const { value } = scalar
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  const text = scalar.source ?? String(value)
  return typeof value === 'number' && String(value) === text ? value : text
}
