import { type Document, isMap, isScalar, isSeq, Scalar, YAMLMap, type YAMLSeq } from 'yaml'
import type { Position } from '../design.ts'
import { type FileMapping, madeMap, madeMapAt, pairOf, putValue, removeKey, textOf } from './nodes.ts'

/** Writes where components are drawn, in whole pixels. */
export function movedTo(document: Document, places: ReadonlyMap<string, Position>): void {
  if (places.size === 0) return
  const drawn = madeMapAt(document, ['design', 'components'])
  for (const [name, place] of places) putPosition(document, madeMap(document, drawn, name), place)
}

/** Files have the place in a block of its own, or next to the rest. */
function putPosition(document: Document, owner: YAMLMap, { x, y }: Position): void {
  const isFlat = pairOf(owner, 'position') === undefined && pairOf(owner, 'x') !== undefined
  const position = isFlat ? owner : madeMap(document, owner, 'position')
  putNumber(document, position, 'x', x)
  putNumber(document, position, 'y', y)
}

/** In quotes where the file has it so. */
function putNumber(document: Document, map: YAMLMap, key: string, number: number): void {
  const rounded = Math.round(number) + 0
  const before = pairOf(map, key)?.value
  const isText = isScalar(before) && typeof before.value === 'string' && before.type !== Scalar.PLAIN
  if (before !== undefined && Number(map.get(key)) === rounded) return
  putValue(document, map, key, isText ? String(rounded) : rounded)
}

export interface NoteChange {
  readonly text?: string
  readonly position?: Position
  readonly size?: { readonly width: number; readonly height: number }
  readonly theme?: string
}

const notes = ['design', 'notes'] as const

/** Adds a note behind all others and returns its key. */
export function addNote(document: Document, change: NoteChange & { readonly position: Position }): string {
  const all = document.getIn(notes)
  const key = isSeq(all) ? pushNote(all) : numberNote(document)
  changeNote(document, key, change)
  return key
}

function pushNote(list: YAMLSeq): string {
  if (list.items.length === 0) list.flow = false
  return String(list.items.push(new YAMLMap()) - 1)
}

function numberNote(document: Document): string {
  const all = madeMapAt(document, notes)
  const numbers = all.items.map(({ key }) => Number(textOf(key))).filter(Number.isInteger)
  const key = String(Math.max(0, ...numbers) + 1)
  madeMap(document, all, key)
  return key
}

/** Changes what is stated of a note and leaves the rest. */
export function changeNote(document: Document, key: string, change: NoteChange): void {
  const note = noteAt(document, key)
  if (note === undefined) return
  if (change.position !== undefined) putPosition(document, note, change.position)
  if (change.size !== undefined) {
    const size = madeMap(document, note, 'size')
    putNumber(document, size, 'height', change.size.height)
    putNumber(document, size, 'width', change.size.width)
  }
  const texts: FileMapping = {
    ...(change.theme !== undefined && { [pairOf(note, 'colour') ? 'colour' : 'theme']: change.theme }),
    ...(change.text !== undefined && { [pairOf(note, 'text') ? 'text' : 'content']: change.text }),
  }
  for (const [name, value] of Object.entries(texts)) putValue(document, note, name, value)
}

export function removeNotes(document: Document, keys: ReadonlySet<string>): void {
  const all = document.getIn(notes)
  if (isMap(all)) for (const key of keys) removeKey(all, key)
  if (isSeq(all)) all.items = all.items.filter((_, at) => !keys.has(String(at)))
}

/** Notes are numbered in the files that are known; a list of them is numbered from 0. */
function noteAt(document: Document, key: string): YAMLMap | undefined {
  const all = document.getIn(notes)
  const note = isSeq(all) ? all.items[Number(key)] : isMap(all) ? pairOf(all, key)?.value : undefined
  return isMap(note) ? note : undefined
}
