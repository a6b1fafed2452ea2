import { type Document, isMap, Pair, YAMLMap } from 'yaml'
import { designOf, type Position } from '../design.ts'
import type { ParameterValue } from '../model.ts'
import { freeName, renameComponent } from './components.ts'
import { groupsOf, putGroup } from './groups.ts'
import { namesLinked, withoutLinksTo } from './links.ts'
import { componentsOf, keyOf, madeMapAt, mapAt, textOf } from './nodes.ts'
import { parsedDocument } from './parsed-document.ts'
import { movedTo } from './places.ts'
import { type NamesVariable, usesOf } from './variable-uses.ts'

/**
 * Components as a small pipeline file of their own, with the links between them, the variables that they use,
 * their places and the groups that they fill: what is copied can be pasted into another pipeline, or read in
 * an editor.
 */
export function copiedComponents(
  document: Document,
  names: ReadonlySet<string>,
  isName: NamesVariable,
): string {
  const clip = parsedDocument('')
  clip.contents = new YAMLMap() as never
  const type = document.get('type', true)
  if (type !== undefined) (clip.contents as unknown as YAMLMap).items.push(new Pair(keyOf('type'), type))
  const all = componentsOf(document)?.items ?? []
  const others = new Set(all.map(({ key }) => textOf(key)).filter((name) => !names.has(name)))
  for (const path of [
    ['pipeline', 'components'],
    ['design', 'components'],
  ]) {
    const found = mapAt(document, path)?.items.filter(({ key }) => names.has(textOf(key))) ?? []
    if (found.length === 0) continue
    const copies = found.map((pair) => pair.clone())
    madeMapAt(clip, path).items.push(...copies)
  }
  for (const { value } of componentsOf(clip)?.items ?? []) if (isMap(value)) withoutLinksTo(value, others)
  const used = variablesOf(document).filter(({ key }) => usesOf(clip, textOf(key), isName).length > 0)
  if (used.length > 0) madeMapAt(clip, VARIABLES).items.push(...used.map((pair) => pair.clone()))
  for (const { name, members } of namedGroups(document))
    if ([...members].every((member) => names.has(member))) putGroup(clip, name, members)
  return clip.toString({ lineWidth: 0 })
}

/** The names of what was added. */
export interface Pasted {
  readonly components: readonly string[]
  readonly variables: readonly string[]
}

/**
 * Adds the components of a copied text, under new names where theirs are taken, moved so that their upper
 * left corner is at `corner`, and those of its variables that the file does not declare; nothing when the
 * text holds no components.
 */
export function pasteComponents(document: Document, copied: string, corner: Position): Pasted {
  const clip = parsedDocument(copied)
  if (clip.errors.length > 0 || (componentsOf(clip)?.items ?? []).length === 0)
    return { components: [], variables: [] }
  const target = madeMapAt(document, ['pipeline', 'components'])
  const taken = new Set(target.items.map(({ key }) => textOf(key)))
  const own = new Set(componentsOf(clip)!.items.map(({ key }) => textOf(key)))
  for (const name of [...own].filter((one) => taken.has(one))) {
    const free = freeName(new Set([...taken, ...own]), name)
    own.add(free)
    renameComponent(clip, name, free)
  }
  const components = componentsOf(clip)!.items.filter(({ value }) => isMap(value))
  for (const pair of components) {
    const outside = namesLinked(pair.value as YAMLMap)
    for (const name of componentsOf(clip)!.items) outside.delete(textOf(name.key))
    withoutLinksTo(pair.value as YAMLMap, outside)
    target.items.push(pair)
  }
  movedTo(document, placesAt(clip, corner))
  for (const { name, members } of namedGroups(clip)) {
    const groups = new Set(groupsOf(document).map((group) => group.name))
    putGroup(document, freeName(groups, name), members)
  }
  const declared = new Set(variablesOf(document).map(({ key }) => textOf(key)))
  const variables = variablesOf(clip).filter(({ key }) => !declared.has(textOf(key)))
  if (variables.length > 0) madeMapAt(document, VARIABLES).items.push(...variables)
  const namesIn = (pairs: typeof components) => pairs.map(({ key }) => textOf(key))
  return { components: namesIn(components), variables: namesIn(variables) }
}

const VARIABLES = ['pipeline', 'variables'] as const
const variablesOf = (document: Document) => mapAt(document, VARIABLES)?.items ?? []

const namedGroups = (document: Document) =>
  groupsOf(document).map(({ name, members }) => ({ name, members: new Set(members.items.map(textOf)) }))

function placesAt(clip: Document, corner: Position): ReadonlyMap<string, Position> {
  const { positions } = designOf(clip.toJS() as ParameterValue)
  const left = Math.min(...[...positions.values()].map(({ x }) => x))
  const top = Math.min(...[...positions.values()].map(({ y }) => y))
  const names = componentsOf(clip)!.items.map(({ key }) => textOf(key))
  return new Map(
    names.flatMap((name): [string, Position][] => {
      const at = positions.get(name)
      return at === undefined ? [] : [[name, { x: corner.x + at.x - left, y: corner.y + at.y - top }]]
    }),
  )
}
