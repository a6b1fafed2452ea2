import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { RawJson } from '../lib/json-numbers.ts'
import { composeYaml, FileLimitError, lineAt, MAX_DEPTH, tooDeep } from './compose-yaml.ts'
import type { ParameterValue } from './model.ts'
import { findUnclosed } from './unclosed-yaml.ts'

export type YamlMapping = { readonly [key: string]: ParameterValue }

/** A file as plain data that still knows the lines of its keys. */
export interface YamlFile {
  readonly root: ParameterValue
  /** Line of `key` in a mapping that came out of this file, from 1; 1 when it does not have the key. */
  lineOf(mapping: YamlMapping, key: string): number
  /** Keys in the order of the file: a plain object would move keys that look like numbers to the front. */
  keysOf(mapping: YamlMapping): readonly string[]
  /** Whether a mapping is written with one key per line, and so is everything around it: not in braces. */
  isBlock(mapping: YamlMapping): boolean
  /**
   * The value of a key or a place in a list, with numbers that are read as texts (`1.10`, 20 digits) as
   * `JSON.rawJSON`.
   */
  exact(container: YamlMapping | readonly ParameterValue[], key: string | number): ExactValue
  /** Whether a value is named to be repeated, or repeats one. */
  readonly hasAnchors: boolean
}

export type ExactValue =
  | string
  | number
  | boolean
  | null
  | RawJson
  | readonly ExactValue[]
  | { readonly [key: string]: ExactValue }

export interface YamlFault {
  readonly line: number
  readonly rule: 'invalid-yaml' | 'file-too-large' | 'file-too-complex' | 'duplicate-key'
  readonly message: string
  readonly hint?: string
}

export const MAX_FILE_BYTES = 1024 * 1024
/** Values in one file, those that aliases repeat counted every time: the guard against alias bombs. */
const MAX_VALUES = 300_000
const MAX_FAULTS = 20

/**
 * Faults of files that are beyond the limits of pipelines, whatever they mean: a version with one of them is
 * not published.
 */
export const limitRules: ReadonlySet<string> = new Set([
  'file-too-large',
  'file-too-complex',
  'name-too-long',
])

/** Reads one YAML document. Never throws; `file` is undefined exactly when there are faults. */
export function readYaml(text: string): { file?: YamlFile; faults: readonly YamlFault[] } {
  if (new TextEncoder().encode(text).length > MAX_FILE_BYTES) {
    const message = 'The file is larger than 1 MiB'
    const hint = 'Split it into several pipelines, or move long scripts into separate files'
    return { faults: [{ line: 1, rule: 'file-too-large', message, hint }] }
  }
  const { stackTraceLimit } = Error
  try {
    // The library makes an Error per fault: the stacks of a hostile file's million would take many seconds.
    Error.stackTraceLimit = 0
    return read(text)
  } catch (error) {
    if (error instanceof FileLimitError) return { faults: [tooComplex(error.line, error.message)] }
    if (error instanceof RangeError) return { faults: [tooComplex(1, tooDeep)] }
    const message = `The file cannot be read: ${String(error)}`
    return { faults: [{ line: 1, rule: 'invalid-yaml', message }] }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const tooComplex = (line: number, message: string): YamlFault => ({
  line,
  rule: 'file-too-complex',
  message,
  hint: 'Split it into several pipelines',
})

function read(text: string): { file?: YamlFile; faults: readonly YamlFault[] } {
  const lineCounter = new LineCounter()
  const document = composeYaml(text, lineCounter)
  const lineOf = (offset: number) => lineAt(lineCounter, offset)
  if (document.errors.length > 0) return { faults: syntaxFaults(text, document, lineOf) }
  return convert(document, lineOf)
}

/** The parser's words for what `findUnclosed` says better. */
const unclosedMessage = /^(Flow .* end with a |Missing closing |Unexpected flow-)/

/** What Git leaves in a file: the beginning, middle and end of a conflict, in this order. */
const conflictMarks = [/^<{7}( |$)/, /^={7}$/, /^>{7}( |$)/] as const

function conflictFaults(text: string): readonly YamlFault[] {
  const faults: YamlFault[] = []
  let seen: number[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (!conflictMarks[seen.length]?.test(line)) continue
    seen.push(at + 1)
    if (seen.length < conflictMarks.length) continue
    faults.push({
      line: seen[0]!,
      rule: 'invalid-yaml',
      message: `A conflict of a merge is not resolved; it ends in line ${at + 1}`,
      hint: 'Keep one side or join both, and remove the lines with <<<<<<<, ======= and >>>>>>>',
    })
    seen = []
  }
  return faults.slice(0, MAX_FAULTS)
}

function syntaxFaults(text: string, { errors }: Document.Parsed, lineOf: (offset: number) => number) {
  const conflicts = conflictFaults(text)
  if (conflicts.length > 0) return conflicts
  const isUnclosed = errors.some(({ message }) => unclosedMessage.test(message))
  const unclosed = isUnclosed ? findUnclosed(text, lineOf) : []
  const others = errors.filter(({ message }) => unclosed.length === 0 || !unclosedMessage.test(message))
  return [...unclosed, ...others.map(({ pos, message }) => ({ offset: pos[0], message }))]
    .slice(0, MAX_FAULTS)
    .map(
      ({ offset, message }): YamlFault => ({
        line: lineOf(offset),
        rule: 'invalid-yaml',
        message: `The file is not valid YAML: ${message}`,
      }),
    )
}

/** Why a well-formed document is refused all the same. */
class UnsafeYamlError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

interface Ranged {
  readonly range?: readonly number[] | null | undefined
}

function convert(document: Document.Parsed, lineOf: (offset: number) => number) {
  const linesOf = new Map<YamlMapping, ReadonlyMap<string, number>>()
  const blocks = new WeakSet<YamlMapping>()
  const numbersIn = new WeakMap<object, Set<string | number>>()
  const anchors = new Map<string, unknown>()
  const faults: YamlFault[] = []
  let values = 0
  const lineOfNode = (node: unknown): number => lineOf((node as Ranged | null)?.range?.[0] ?? 0)

  function toPlain(node: unknown, depth: number): ParameterValue {
    if (depth > MAX_DEPTH) throw new FileLimitError(tooDeep, lineOfNode(node))
    if (++values > MAX_VALUES) {
      throw new FileLimitError(`The file contains more than ${MAX_VALUES} values`, lineOfNode(node))
    }
    if (isAlias(node)) {
      if (!anchors.has(node.source)) {
        throw new UnsafeYamlError(`The alias *${node.source} has no anchor before it`, lineOfNode(node))
      }
      return toPlain(anchors.get(node.source), depth + 1)
    }
    if (isScalar(node) || isSeq(node) || isMap(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
    }
    if (isScalar(node)) return scalarOf(node)
    if (isSeq(node)) return listOf(node, depth)
    return isMap(node) ? mappingOf(node, depth) : null // an empty value, and pairs of YAML 1.1's ordered maps
  }

  function listOf(seq: YAMLSeq, depth: number): readonly ParameterValue[] {
    const list = seq.items.map((item) => toPlain(item, depth + 1))
    for (const [at, item] of seq.items.entries()) noteNumber(list, at, item)
    return list
  }

  function noteNumber(container: object, key: string | number, node: unknown): void {
    const scalar = isAlias(node) ? anchors.get(node.source) : node
    if (!isScalar(scalar) || typeof scalar.value !== 'number' || typeof scalarOf(scalar) === 'number') return
    if (!decimalNumber.test(scalar.source ?? '')) return
    const noted = numbersIn.get(container)
    if (noted === undefined) numbersIn.set(container, new Set([key]))
    else noted.add(key)
  }

  function exact(container: YamlMapping | readonly ParameterValue[], key: string | number): ExactValue {
    const value = (container as YamlMapping)[key] ?? null
    if (numbersIn.get(container)?.has(key)) return JSON.rawJSON(jsonNumber(value as string))
    if (Array.isArray(value)) return value.map((_, at) => exact(value, at))
    if (typeof value !== 'object' || value === null) return value
    const mapping = value as YamlMapping
    return Object.fromEntries(Object.keys(mapping).map((name) => [name, exact(mapping, name)]))
  }

  function mappingOf(map: YAMLMap, depth: number): YamlMapping {
    const lines = new Map<string, number>()
    const entries: [string, ParameterValue][] = []
    for (const { key, value } of map.items) {
      if (!isScalar(key)) continue
      const name = String(key.value ?? '')
      const line = lineOfNode(key)
      if (lines.has(name)) faults.push(repeated(name, line, lines.get(name)!))
      lines.set(name, line)
      entries.push([name, toPlain(value, depth + 1)])
    }
    const mapping = Object.fromEntries(entries)
    for (const { key, value } of map.items)
      if (isScalar(key)) noteNumber(mapping, String(key.value ?? ''), value)
    linesOf.set(mapping, lines)
    if (map.flow !== true) blocks.add(mapping)
    return mapping
  }

  try {
    const root = toPlain(document.contents, 0)
    if (faults.length > 0) return { faults: faults.slice(0, MAX_FAULTS) }
    const lineOfKey = (mapping: YamlMapping, key: string) => linesOf.get(mapping)?.get(key) ?? 1
    const keysOf = (mapping: YamlMapping) => [...(linesOf.get(mapping)?.keys() ?? Object.keys(mapping))]
    const isBlock = (mapping: YamlMapping) => blocks.has(mapping)
    return {
      file: { root, lineOf: lineOfKey, keysOf, isBlock, exact, hasAnchors: anchors.size > 0 },
      faults: [],
    }
  } catch (error) {
    if (!(error instanceof UnsafeYamlError)) throw error
    return { faults: [{ line: error.line, rule: 'invalid-yaml' as const, message: error.message }] }
  }
}

const repeated = (name: string, line: number, first: number): YamlFault => ({
  line,
  rule: 'duplicate-key',
  message: `"${name}" appears twice in the same block, first in line ${first}`,
  hint: 'Rename or remove one of them',
})

const decimalNumber = /^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/

/** The same number as JSON writes it. */
const jsonNumber = (text: string): string =>
  text
    .replace(/^\+/, '')
    .replace(/^-?(?=\.)/, '$&0')
    .replace(/\.(?!\d)/, '')

/** A number whose text would change (`007`, `1.10`, 20 digits, `.inf`) stays the text the file states. */
export function scalarOf(scalar: Scalar): string | number | boolean | null {
  const { value } = scalar
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  const text = scalar.source ?? String(value)
  return typeof value === 'number' && String(value) === text ? value : text
}
