import { type Document, isMap, isSeq, type YAMLSeq } from 'yaml'
import { renameInList } from './links.ts'
import { madeMapAt, mapAt, pairOf, putValue, removeKey, renameKey, textOf } from './nodes.ts'

/** Where a file keeps its groups, by their names. */
const groupsPath = ['design', 'groups'] as const

/**
 * Makes a group of exactly these components, under a new name or in place of the one that has it; they leave
 * other groups.
 */
export function putGroup(document: Document, name: string, components: ReadonlySet<string>): void {
  leaveGroups(document, components, name)
  putValue(document, madeMapAt(document, [...groupsPath, name]), 'components', [...components])
}

/** The name must be free. */
export function renameGroup(document: Document, from: string, to: string): void {
  const groups = mapAt(document, groupsPath)
  const pair = groups && pairOf(groups, from)
  if (pair !== undefined) renameKey(pair, to)
}

/** The components stay. */
export function removeGroup(document: Document, name: string): void {
  const groups = mapAt(document, groupsPath)
  if (groups !== undefined) removeKey(groups, name)
  removeEmpty(document)
}

/**
 * Takes components out of their groups, except the one called `except`. Groups that had no others are
 * removed.
 */
export function leaveGroups(document: Document, components: ReadonlySet<string>, except?: string): void {
  for (const { name, members } of groupsOf(document)) {
    if (name === except) continue
    const kept = members.items.filter((item) => !components.has(textOf(item)))
    if (kept.length === 0 && members.items.length > 0) removeGroup(document, name)
    else if (kept.length < members.items.length) members.items = kept
  }
}

export function renameInGroups(document: Document, from: string, to: string): void {
  for (const { members } of groupsOf(document)) renameInList(members.items, from, to)
}

/** The groups of a file, with the lists that name their components. */
export function groupsOf(document: Document): { readonly name: string; readonly members: YAMLSeq }[] {
  return (mapAt(document, groupsPath)?.items ?? []).flatMap(({ key, value }) => {
    const members = isMap(value) ? pairOf(value, 'components')?.value : undefined
    return isSeq(members) ? [{ name: textOf(key), members }] : []
  })
}

/** No block stays that would say nothing. */
function removeEmpty(document: Document): void {
  const design = mapAt(document, ['design'])
  if (design !== undefined && mapAt(document, groupsPath)?.items.length === 0) removeKey(design, 'groups')
}
