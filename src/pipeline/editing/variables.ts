import { type Document, isMap, isSeq, Pair, type YAMLMap } from 'yaml'
import type { VariableDeclaration } from '../model.ts'
import {
  type FileMapping,
  type FileValue,
  hasBrackets,
  keyOf,
  madeMap,
  madeMapAt,
  mapAt,
  nodeOf,
  ownValue,
  pairOf,
  putValue,
  removeKey,
  renameKey,
  textOf,
} from './nodes.ts'

/** What a form states of a variable. Rows of a grid are in the order of its columns. */
export interface VariableState
  extends Pick<VariableDeclaration, 'type' | 'scope' | 'visibility' | 'description'> {
  /** Of a grid; each with the name that it had in the file, which a new one lacks. */
  readonly columns: readonly { readonly name: string; readonly before?: string | undefined }[]
  readonly defaultValue: string | readonly (readonly string[])[]
}

const place = ['pipeline', 'variables'] as const

/** Declares a variable behind all others. The name must be free. */
export function addVariable(document: Document, name: string, state: VariableState): void {
  const metadata: FileMapping = {
    type: state.type,
    description: state.description,
    scope: state.scope,
    visibility: state.visibility,
    ...(state.type === 'GRID' && {
      columns: Object.fromEntries(state.columns.map((column) => [column.name, newColumn])),
    }),
  }
  const block = nodeOf({ metadata, defaultValue: defaultOf(state) }, hasBrackets(document)) as YAMLMap
  const written = block.get('metadata')
  if (state.type !== 'GRID' && isMap(written)) written.flow = true
  const columns = isMap(written) ? written.get('columns') : undefined
  if (isMap(columns)) for (const { value } of columns.items) if (isMap(value)) value.flow = true
  madeMapAt(document, place).items.push(new Pair(keyOf(name), block))
}

/** What other programs keep of a column; this one takes its cells as texts. */
const newColumn: FileMapping = { columnType: 'TEXT' }

const defaultOf = ({ defaultValue }: VariableState): FileValue => defaultValue

/** Writes what differs from `before`, as the file states it; everything else stays as it is written. */
export function changeVariable(document: Document, before: VariableDeclaration, state: VariableState): void {
  const variables = mapAt(document, place)
  if (variables === undefined) return
  const block = () => madeMap(document, variables, before.name)
  const metadata = () => madeMap(document, block(), 'metadata')
  for (const key of ['type', 'description', 'scope', 'visibility'] as const)
    if (before[key] !== state[key]) putValue(document, metadata(), key, state[key])
  if (state.type !== 'GRID' && before.type === 'GRID') removeKey(metadata(), 'columns')
  if (state.type === 'GRID' && !isSameOrder(before.columns, state.columns))
    putColumns(document, metadata(), state)
  if (!isSame(before, state)) putDefault(document, block(), state)
}

const isSame = (before: VariableDeclaration, state: VariableState): boolean =>
  before.type === state.type &&
  before.columns.length === state.columns.length &&
  JSON.stringify(
    typeof before.defaultValue === 'object' ? before.defaultValue : String(before.defaultValue),
  ) === JSON.stringify(state.defaultValue)

/** A number that the file writes as one stays one. */
function putDefault(document: Document, block: YAMLMap, state: VariableState): void {
  const value = defaultOf(state)
  const isNumber = typeof block.get('defaultValue') === 'number' && state.type === 'NUMBER'
  const number = Number(value)
  putValue(document, block, 'defaultValue', isNumber && String(number) === value ? number : value)
}

/** Columns keep what the file says of them besides their names. */
function putColumns(document: Document, metadata: YAMLMap, { columns }: VariableState): void {
  const written = pairOf(metadata, 'columns')
  const stated = written && ownValue(document, written)
  if (!isMap(stated)) {
    const isList = isSeq(stated)
    const value = isList
      ? columns.map(({ name }) => name)
      : Object.fromEntries(columns.map(({ name }) => [name, newColumn]))
    putValue(document, metadata, 'columns', value)
    return
  }
  stated.items = columns.map(({ name, before: old }) => {
    const pair = old === undefined ? undefined : pairOf(stated, old)
    if (pair === undefined) {
      const block = nodeOf(newColumn, true) as YAMLMap
      block.flow = true
      return new Pair(keyOf(name), block)
    }
    if (textOf(pair.key) !== name) renameKey(pair, name)
    return pair
  }) as typeof stated.items
}

const isSameOrder = (before: readonly string[], columns: VariableState['columns']): boolean =>
  before.length === columns.length &&
  columns.every(({ name, before: old }, at) => name === before[at] && old === name)

/** Takes a variable out of the file, and with the last one the list. What uses it stays. */
export function removeVariable(document: Document, name: string): void {
  const variables = mapAt(document, place)
  if (variables === undefined) return
  removeKey(variables, name)
  const pipeline = mapAt(document, ['pipeline'])
  if (variables.items.length === 0 && pipeline !== undefined) removeKey(pipeline, 'variables')
}

/** Renames a declaration alone; `renameUses` follows with what names it. */
export function renameDeclaration(document: Document, from: string, to: string): void {
  const variables = mapAt(document, place)
  const pair = variables && pairOf(variables, from)
  if (pair !== undefined) renameKey(pair, to)
}
