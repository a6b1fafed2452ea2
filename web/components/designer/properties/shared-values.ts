import type { FileValue } from './form-schema.ts'

/** A row of `setScalarVariables`, as a list or as a block. */
function rowOf(row: FileValue): { readonly name: string; readonly value: string } | undefined {
  if (row === null || typeof row !== 'object') return undefined
  const isRow = (value: FileValue): value is readonly FileValue[] => Array.isArray(value)
  const [name, value] = isRow(row) ? row : [row['variable'] ?? row['name'] ?? null, row['value'] ?? null]
  return typeof name === 'string' ? { name, value: value === null ? '' : String(value) } : undefined
}

const rowsOf = (rows: FileValue | undefined): readonly FileValue[] =>
  Array.isArray(rows) ? (rows as readonly FileValue[]) : []

/** What the component sets a parameter to; the last row counts. Undefined: nothing. */
export const valueIn = (rows: FileValue | undefined, name: string): string | undefined =>
  rowsOf(rows)
    .map(rowOf)
    .findLast((row) => row?.name === name)?.value

/**
 * The rows with another value for a parameter; without the row for an empty one. Undefined when none is left.
 */
export function withValue(rows: FileValue | undefined, name: string, value: string): FileValue | undefined {
  const all = rowsOf(rows)
  const at = all.findLastIndex((row) => rowOf(row)?.name === name)
  const others = () => all.filter((row) => rowOf(row)?.name !== name)
  const set = () => (at === -1 ? [...all, [name, value]] : all.with(at, [name, value]))
  const changed = value === '' ? others() : set()
  return changed.length === 0 ? undefined : changed
}

/** Names that the component sets and that are not among `known`. */
export const otherRows = (rows: FileValue | undefined, known: ReadonlySet<string>): readonly string[] => [
  ...new Set(
    rowsOf(rows)
      .flatMap((row) => rowOf(row)?.name ?? [])
      .filter((name) => !known.has(name)),
  ),
]
