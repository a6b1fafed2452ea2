import type { FileValue, Property } from './form-schema.ts'

/** A scalar as a field shows it. */
export const textOf = (value: FileValue | undefined): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/**
 * What a written text is in the file. A number or truth value stays one as long as the text is one;
 * everything else is text, as files of this format have it. An emptied optional parameter leaves the file.
 */
export function written(
  before: FileValue | undefined,
  text: string,
  isRequired: boolean,
): FileValue | undefined {
  if (text === '') return isRequired || before === null ? '' : undefined
  return cellWritten(before, text)
}

function cellWritten(before: FileValue | undefined, text: string): FileValue {
  if (typeof before === 'number' && text.trim() === text && String(Number(text)) === text) return Number(text)
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** A chosen word in the file's own way: a truth value stays one. */
export function choiceWritten(before: FileValue | undefined, choice: string | null): FileValue | undefined {
  if (choice === null) return undefined
  return typeof before === 'boolean' && (choice === 'Yes' || choice === 'No') ? choice === 'Yes' : choice
}

/** A list as rows of one cell. */
export const listAsRows = (value: FileValue | undefined): readonly (readonly string[])[] =>
  Array.isArray(value) ? value.map((item) => [textOf(Array.isArray(item) ? item[0] : item)]) : []

/** Rows of one cell as the list that they were: texts, or rows as other programs write them. */
export function listWritten(
  before: FileValue | undefined,
  rows: readonly (readonly string[])[],
): FileValue | undefined {
  const items = Array.isArray(before) ? before : []
  const isNested = items.length > 0 && items.every(Array.isArray)
  if (rows.length === 0) return items.length > 0 ? [] : undefined
  return rows.map((row, at): FileValue => {
    const item = items[at]
    const cell = cellWritten(Array.isArray(item) ? item[0] : item, row[0] ?? '')
    return isNested ? [cell] : cell
  })
}

/** Rows as a grid shows them; a row of one cell may be that cell alone. */
export const rowsOf = (value: FileValue | undefined): readonly (readonly string[])[] =>
  Array.isArray(value) ? value.map((row) => (Array.isArray(row) ? row.map(textOf) : [textOf(row)])) : []

/** Headings for as many columns as the rows have. */
export function columnsOf(property: Property, rows: readonly (readonly string[])[]): readonly string[] {
  const named = property['x-columns'] ?? []
  const count = Math.max(1, named.length, ...rows.map((row) => row.length))
  return Array.from({ length: count }, (_, at) => named[at] ?? `Column ${at + 1}`)
}

/** Rows in the file. Cells that say the same keep how they are written, and short rows stay short. */
export function rowsWritten(
  before: FileValue | undefined,
  rows: readonly (readonly string[])[],
): FileValue | undefined {
  const known = Array.isArray(before) ? before : []
  if (rows.length === 0) return known.length > 0 ? [] : undefined
  return rows.map((row, at): FileValue => {
    const cells = known[at]
    if (Array.isArray(cells)) return row.map((cell, column) => cellWritten(cells[column], cell))
    return cells !== undefined && row.length === 1 ? cellWritten(cells, row[0]!) : [...row]
  })
}
