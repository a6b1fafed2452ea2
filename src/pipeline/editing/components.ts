import { type Document, isMap, isScalar, isSeq, Pair, type YAMLMap } from 'yaml'
import type { Position } from '../design.ts'
import { replaceSourceRows } from '../source-rows.ts'
import { leaveGroups, renameInGroups } from './groups.ts'
import { renameInList, renameLinks, withoutLinksTo } from './links.ts'
import {
  componentsOf,
  type FileMapping,
  type FileValue,
  hasBrackets,
  keyOf,
  madeMap,
  madeMapAt,
  mapAt,
  nodeAt,
  nodeOf,
  ownComponent,
  pairOf,
  putValue,
  removeKey,
  renameKey,
  says,
  textOf,
} from './nodes.ts'
import { movedTo } from './places.ts'

export interface NewComponent {
  readonly name: string
  readonly type: string
  /** Besides `componentName`. */
  readonly parameters: FileMapping
  readonly position?: Position
}

/** Adds a component behind all others. The name must be free (`freeName`). */
export function addComponent(document: Document, { name, type, parameters, position }: NewComponent): void {
  const components = madeMapAt(document, ['pipeline', 'components'])
  const block = { type, parameters: { componentName: name, ...parameters } }
  const key = keyOf(name)
  if (components.items.length > 0 && hasBlanksBetween(components)) key.spaceBefore = true
  components.items.push(new Pair(key, nodeOf(block, hasBrackets(document))))
  if (position !== undefined) movedTo(document, new Map([[name, position]]))
}

const hasBlanksBetween = (map: YAMLMap): boolean =>
  map.items.length > 1 && map.items.slice(1).every(({ key }) => isScalar(key) && key.spaceBefore === true)

/** `wanted`, or the first of `wanted 2`, `wanted 3`… that no component has. */
export function freeName(taken: ReadonlySet<string>, wanted: string): string {
  const stem = wanted.replace(/ \d+$/, '')
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${stem} ${number}`
  return name
}

/** Removes components with every link to them, and what the drawing says of them. */
export function removeComponents(document: Document, names: ReadonlySet<string>): void {
  const components = componentsOf(document)
  if (components === undefined) return
  for (const name of names) removeKey(components, name)
  for (const { value } of components.items) if (isMap(value)) withoutLinksTo(value, names)
  const drawn = mapAt(document, ['design', 'components'])
  for (const name of names) if (drawn !== undefined) removeKey(drawn, name)
  leaveGroups(document, names)
}

/**
 * Renames a component, with every link, source and drawing that names it, and in transformations the
 * parameters that name a source. The name must be free.
 */
export function renameComponent(document: Document, from: string, to: string): void {
  const components = componentsOf(document)
  const pair = components && pairOf(components, from)
  if (components === undefined || pair === undefined || from === to) return
  renameKey(pair, to)
  if (isMap(pair.value)) {
    const parameters = pair.value.get('parameters')
    if (isMap(parameters) && pairOf(parameters, 'componentName'))
      putValue(document, parameters, 'componentName', to)
  }
  for (const { value } of components.items) {
    if (!isMap(value)) continue
    if (readsFrom(value, from)) renameInParameters(value.get('parameters'), from, to)
    renameLinks(value, from, to)
  }
  const drawn = mapAt(document, ['design', 'components'])
  const place = drawn && pairOf(drawn, from)
  if (place !== undefined) renameKey(place, to)
  renameInGroups(document, from, to)
}

function readsFrom(component: YAMLMap, name: string): boolean {
  const sources = component.get('sources')
  return isSeq(sources) ? sources.items.some((item) => textOf(item) === name) : textOf(sources) === name
}

/** Where the parameters of a transformation's component name one of its sources as a whole. */
const namingParameters = ['mainTable', 'masterTable', 'primaryTable'] as const

function renameInParameters(parameters: unknown, from: string, to: string): void {
  if (!isMap(parameters)) return
  for (const key of namingParameters) {
    const value = pairOf(parameters, key)?.value
    renameInList([value], from, to)
  }
  const joins = pairOf(parameters, 'joins')?.value
  if (isSeq(joins))
    for (const row of joins.items) if (isSeq(row)) renameInList(row.items.slice(0, 1), from, to)
  for (const { value } of parameters.items) {
    if (isScalar(value) && typeof value.value === 'string')
      value.value = replaceSourceRows(value.value, (name, written) => (name === from ? `$T{${to}}` : written))
  }
}

/** Replaces one value inside a component, e.g. `['parameters', 'script']`; undefined removes it. */
export function putInComponent(
  document: Document,
  name: string,
  path: readonly [string, ...string[]],
  value: FileValue | undefined,
): void {
  const components = componentsOf(document)
  const stated = components && nodeAt(document, components, [name, ...path])
  if (value === undefined ? stated === undefined : says(document, stated, value)) return
  let map = ownComponent(document, name)
  for (const key of path.slice(0, -1)) map = map && madeMap(document, map, key)
  if (map === undefined) return
  if (value === undefined) removeKey(map, path.at(-1)!)
  else putValue(document, map, path.at(-1)!, value)
}
