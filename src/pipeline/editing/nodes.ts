import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml'
import { matchLines } from './line-matches.ts'
import { parsedDocument } from './parsed-document.ts'

/** A value that a file can state. */
export type FileValue = null | string | number | boolean | readonly FileValue[] | FileMapping
export interface FileMapping {
  readonly [key: string]: FileValue
}

/** The text of a key or a scalar, as the reader of pipelines takes it. */
export const textOf = (node: unknown): string => String((isScalar(node) ? node.value : node) ?? '')

export const pairOf = (map: YAMLMap, name: string): Pair | undefined =>
  map.items.find(({ key }) => textOf(key) === name)

/** The mapping at a path; undefined when something else is there, or nothing. */
export function mapAt(document: Document, path: readonly string[]): YAMLMap | undefined {
  let node: unknown = document.contents
  for (const key of path) {
    if (!isMap(node)) return undefined
    node = pairOf(node, key)?.value
  }
  return isMap(node) ? node : undefined
}

/** What a mapping has at a path of keys, with aliases followed; undefined: nothing. */
export function nodeAt(document: Document, map: YAMLMap, path: readonly string[]): unknown {
  let node: unknown = map
  for (const key of path) {
    const value: unknown = isMap(node) ? pairOf(node, key)?.value : undefined
    node = isAlias(value) ? value.resolve(document) : value
  }
  return node
}

/**
 * The value of a key, for a change of this place alone: what an alias repeats becomes a copy of its own. What
 * has an anchor loses it, so that the edit is refused where an alias repeats it.
 */
export function ownValue(document: Document, pair: Pair): unknown {
  if (isAlias(pair.value)) {
    const copy = pair.value.resolve(document)?.clone() as Node | undefined
    if (copy === undefined) throw new Error(`Unresolved alias: ${pair.value.source}`)
    visit(copy, { Value: (_, node) => void delete node.anchor })
    pair.value = copy
  } else if (isNode(pair.value)) delete pair.value.anchor
  return pair.value
}

/** The mapping at a path, made where it is missing or empty. Only for what is to change: see `ownValue`. */
export function madeMapAt(document: Document, path: readonly string[]): YAMLMap {
  if (!isMap(document.contents)) document.contents = new YAMLMap()
  let map = document.contents as YAMLMap
  for (const key of path) map = madeMap(document, map, key)
  return map
}

/**
 * The mapping below a key of another one, made where it is missing or empty. Only for what is to change: see
 * `ownValue`.
 */
export function madeMap(document: Document, parent: YAMLMap, key: string): YAMLMap {
  const pair = pairOf(parent, key)
  const value = pair && ownValue(document, pair)
  if (isMap(value)) {
    if (value.items.length === 0) value.flow = false
    return value
  }
  const made = new YAMLMap()
  if (pair === undefined) parent.items.push(new Pair(keyOf(key), made))
  else pair.value = made
  return made
}

export const componentsOf = (document: Document): YAMLMap | undefined =>
  mapAt(document, ['pipeline', 'components'])

/** A component that is to change: see `ownValue`. */
export function ownComponent(document: Document, name: string): YAMLMap | undefined {
  const components = componentsOf(document)
  const pair = components && pairOf(components, name)
  const value = pair && ownValue(document, pair)
  return isMap(value) ? value : undefined
}

/** Takes a key out of a mapping; the others keep their places. */
export function removeKey(map: YAMLMap, name: string): void {
  const at = map.items.findIndex(({ key }) => textOf(key) === name)
  if (at >= 0) map.items.splice(at, 1)
}

/** The key's comments, blank line and quotes stay. */
export function renameKey(pair: Pair, to: string): void {
  if (isScalar(pair.key)) {
    pair.key.value = to
    if (pair.key.type === Scalar.PLAIN) pair.key.type = keyOf(to).type ?? Scalar.PLAIN
  } else pair.key = keyOf(to)
}

/** Other programs take `y`, `n`, `yes` and numbers for something else than texts, so those are quoted. */
export function keyOf(name: string): Scalar {
  const key = new Scalar(name)
  if (/^(?:[yn]|yes|no|on|off|true|false|null|~|[\d.+-].*)$/i.test(name)) key.type = Scalar.QUOTE_DOUBLE
  return key
}

/** Texts of whole files, by the documents that are parts of them. */
const wholes = new WeakMap<Document, string>()

/** New lists in a document that is a part of a file are written as the whole file has them. */
export function writeLike(document: Document, whole: string): void {
  wholes.set(document, whole)
}

/** What was found out of a document: the whole file is read for it, and every new item of a list asks. */
const bracketed = new WeakMap<Document, boolean>()

/** Whether the file writes lists in brackets, or has none yet. */
export function hasBrackets(document: Document): boolean {
  const known = bracketed.get(document)
  if (known !== undefined) return known
  const whole = wholes.get(document)
  const found = hasBracketsIn(whole === undefined ? document : parsedDocument(whole))
  bracketed.set(document, found)
  return found
}

function hasBracketsIn(document: Document): boolean {
  const found = { flow: 0, block: 0 }
  const count = (node: unknown): void => {
    if (isSeq(node) && node.items.length > 0) found[node.flow === true ? 'flow' : 'block'] += 1
    if (isMap(node)) for (const { value } of node.items) count(value)
    if (isSeq(node)) for (const item of node.items) count(item)
  }
  count(document.contents)
  return found.flow > 0 || found.block === 0
}

/**
 * A new value as files of this kind are written: texts in double quotes, those of several lines as a block.
 */
export function nodeOf(value: FileValue, inBrackets: boolean): Node {
  if (Array.isArray(value)) {
    const list = new YAMLSeq()
    list.items = value.map((item) => nodeOf(item as FileValue, inBrackets))
    list.flow = value.length === 0 || (inBrackets && value.every((item) => typeof item !== 'object'))
    return list
  }
  if (typeof value === 'object' && value !== null) {
    const map = new YAMLMap()
    for (const [key, member] of Object.entries(value as FileMapping))
      map.items.push(new Pair(keyOf(key), nodeOf(member, inBrackets)))
    return map
  }
  const scalar = new Scalar(value)
  if (value === null) scalar.source = ''
  if (typeof value === 'string') scalar.type = textType(value)
  return scalar
}

const textType = (text: string) => (text.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE)

/** Puts a value below a key. What says the same stays; a text keeps its quotes, and its comment. */
export function putValue(document: Document, map: YAMLMap, name: string, value: FileValue): void {
  const pair = pairOf(map, name)
  if (pair === undefined) {
    map.items.push(new Pair(keyOf(name), nodeOf(value, hasBrackets(document))))
    return
  }
  if (says(document, pair.value, value)) return
  const before = ownValue(document, pair)
  if (isScalar(before) && typeof before.value === 'string' && typeof value === 'string') {
    before.value = value
    if (value.includes('\n') && before.type !== Scalar.BLOCK_FOLDED) before.type = Scalar.BLOCK_LITERAL
    return
  }
  if (isSeq(before) && Array.isArray(value) && before.items.length > 0) {
    putItems(document, before, value)
    return
  }
  const made = nodeOf(value, hasBrackets(document))
  if (isScalar(before) && before.comment) made.comment = before.comment
  if (isSeq(before) && isSeq(made) && before.items.length > 0) made.flow = before.flow === true
  pair.value = made
}

/**
 * Makes a list say `values`: items that say the same stay as they are written, comments too, though others
 * come or go before them; what replaces an item is written like it, and what is new like the others.
 */
function putItems(document: Document, list: YAMLSeq, values: readonly FileValue[]): void {
  const before = list.items
  const like = before.find(isSeq)
  const made = (value: FileValue): Node => {
    const node = nodeOf(value, hasBrackets(document))
    if (isSeq(node) && like !== undefined && node.items.length > 0) node.flow = like.flow === true
    return node
  }
  const kept = matchLines(
    before.map((item) => JSON.stringify(plainOf(document, item)) ?? ''),
    values.map((value) => JSON.stringify(value)),
  )
  const items: unknown[] = []
  let next = 0
  for (const [at, to] of [...kept, [before.length, values.length] as const]) {
    const replaced = before.slice(next, at)
    for (const [index, value] of values.slice(items.length, to).entries()) {
      const item = replaced[index]
      items.push(changedItem(document, item, value) ?? made(value))
    }
    if (at < before.length) items.push(before[at])
    next = at + 1
  }
  list.items = items
  if (values.length === 0) list.flow = true
}

/** An item that says something else, where it can without being rewritten. */
function changedItem(document: Document, item: unknown, value: FileValue): unknown {
  if (!isNode(item) || item.anchor !== undefined) return undefined
  if (isSeq(item) && Array.isArray(value)) putItems(document, item, value)
  else if (isScalar(item) && typeof item.value === 'string' && typeof value === 'string') item.value = value
  else return undefined
  return item
}

/** Whether a node says this value already. */
export const says = (document: Document, node: unknown, value: FileValue): boolean =>
  JSON.stringify(plainOf(document, node)) === JSON.stringify(value)

const plainOf = (document: Document, node: unknown): unknown =>
  isNode(node) ? node.toJS(document) : undefined
