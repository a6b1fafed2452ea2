import { type Document, isMap, isScalar, isSeq, Pair, Scalar, type YAMLMap, YAMLSeq } from 'yaml'
import type { Condition } from '../model.ts'
import {
  componentsOf,
  hasBrackets,
  keyOf,
  madeMap,
  nodeAt,
  ownComponent,
  ownValue,
  pairOf,
  putValue,
  removeKey,
  textOf,
} from './nodes.ts'

/**
 * What makes the component behind a link run. `rows`: the link of a transformation; `repeats`: of an iterator
 * or retry.
 */
export type LinkKind = Condition | 'rows' | 'repeats'

export interface LinkEnds {
  readonly from: string
  readonly to: string
  readonly kind: LinkKind
}

/** Links two components. Nothing happens when they are linked so already. */
export function connect(document: Document, link: LinkEnds): void {
  const { owner: name, path, names } = writtenAt(link)
  const owner = isLinked(document, link) ? undefined : ownComponent(document, name)
  if (owner === undefined) return
  if (link.kind === 'repeats') putValue(document, owner, path[0], names)
  else if (link.kind === 'rows') addName(document, owner, path[0], names, 'parameters')
  else addName(document, transitionsOf(document, owner, 'parameters'), link.kind, names)
}

/** Takes a link away, and with the last of its list the list. */
export function disconnect(document: Document, link: LinkEnds): void {
  const { owner: name, path, names } = writtenAt(link)
  const owner = isLinked(document, link) ? ownComponent(document, name) : undefined
  if (owner === undefined) return
  const map = path.length === 1 ? owner : madeMap(document, owner, path[0])
  const key = path.at(-1)!
  ownValue(document, pairOf(map, key)!)
  removeName(map, key, (one) => one === names)
  if (map.items.length === 0) removeKey(owner, path[0])
}

interface WrittenLink {
  /** The component that has it. */
  readonly owner: string
  /** Where in that component. */
  readonly path: readonly [string, ...string[]]
  /** The component that stands there. */
  readonly names: string
}

function writtenAt({ from, to, kind }: LinkEnds): WrittenLink {
  if (kind === 'rows') return { owner: to, path: ['sources'], names: from }
  return { owner: from, path: kind === 'repeats' ? ['iterationTarget'] : ['transitions', kind], names: to }
}

function isLinked(document: Document, link: LinkEnds): boolean {
  const { owner, path, names } = writtenAt(link)
  const components = componentsOf(document)
  const value = components && nodeAt(document, components, [owner, ...path])
  return (isSeq(value) ? value.items : [value]).some((item) => textOf(item) === names)
}

/** Takes away every link of a component that leads to one of `names`, or reads from it. */
export function withoutLinksTo(component: YAMLMap, names: ReadonlySet<string>): void {
  const isGone = (name: string) => names.has(name)
  const transitions = component.get('transitions')
  if (isMap(transitions) && transitions.items.length > 0) {
    for (const key of transitions.items.map((pair) => textOf(pair.key))) removeName(transitions, key, isGone)
    if (transitions.items.length === 0) removeKey(component, 'transitions')
  }
  removeName(component, 'sources', isGone)
  removeName(component, 'iterationTarget', isGone)
}

/** Every name that a component links to or reads from. */
export function namesLinked(component: YAMLMap): Set<string> {
  const plain = component.toJSON() as Record<string, unknown>
  const lists = [
    ...Object.values((plain['transitions'] ?? {}) as object),
    plain['sources'],
    plain['iterationTarget'],
  ]
  return new Set(lists.flat().map(String))
}

/** Renames a component in every link of another one. */
export function renameLinks(component: YAMLMap, from: string, to: string): void {
  const transitions = component.get('transitions')
  const lists = isMap(transitions) ? transitions.items.map(({ value }) => value) : []
  for (const list of [...lists, component.get('sources', true), component.get('iterationTarget', true)])
    renameInList(isSeq(list) ? list.items : [list], from, to)
}

export function renameInList(items: readonly unknown[], from: string, to: string): void {
  for (const item of items) if (isScalar(item) && textOf(item) === from) item.value = to
}

/** Before the parameters, where files have the links of a component. */
function transitionsOf(document: Document, owner: YAMLMap, before: string): YAMLMap {
  const isNew = pairOf(owner, 'transitions') === undefined
  const transitions = madeMap(document, owner, 'transitions')
  if (isNew) moveBefore(owner, 'transitions', before)
  return transitions
}

function addName(document: Document, map: YAMLMap, key: string, name: string, before?: string): void {
  const pair = pairOf(map, key)
  const value = pair && ownValue(document, pair)
  const item = new Scalar(name)
  item.type = Scalar.QUOTE_DOUBLE
  if (isSeq(value)) {
    value.items.push(item)
    return
  }
  const list = new YAMLSeq()
  list.flow = hasBrackets(document)
  // A single name may stand without a list.
  if (isScalar(value) && textOf(value) !== '') list.items.push(value)
  list.items.push(item)
  if (pair !== undefined) pair.value = list
  else map.items.push(new Pair(keyOf(key), list))
  if (pair === undefined && before !== undefined) moveBefore(map, key, before)
}

function removeName(map: YAMLMap, key: string, isGone: (name: string) => boolean): void {
  const value = pairOf(map, key)?.value
  if (isSeq(value)) {
    const left = value.items.filter((item) => !isGone(textOf(item)))
    if (left.length === value.items.length) return
    value.items = left
    if (left.length === 0) removeKey(map, key)
  } else if (isScalar(value) && isGone(textOf(value))) removeKey(map, key)
}

function moveBefore(map: YAMLMap, key: string, before: string): void {
  const moved = pairOf(map, key)
  const at = map.items.findIndex((pair) => textOf(pair.key) === before)
  if (moved === undefined || at < 0) return
  map.items.splice(map.items.indexOf(moved), 1)
  map.items.splice(at, 0, moved)
}
