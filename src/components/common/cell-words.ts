import { isTemplate } from '../../pipeline/expressions/resolve-parameters.ts'
import { textOf } from './blocks.ts'

/** What a cell of rows may say. */
export interface CellWords {
  readonly cell: number
  /** What messages call the cell, e.g. `the function`. */
  readonly what: string
  /** In lower case; files write them in any. An empty word is accepted, but messages do not list it. */
  readonly known: readonly string[]
  /** Whether files may write `_` for a blank. */
  readonly takesUnderscores?: boolean
}

/**
 * Faults of rows whose cell says none of the known words and is not to be computed. `label` is what they call
 * the rows.
 */
export const wordFaults = (
  label: string,
  rows: unknown,
  { cell, what, known, takesUnderscores = false }: CellWords,
): readonly string[] =>
  otherWords(rows, cell, known, takesUnderscores).map(
    (word) =>
      `${label} has ${what} "${word}"; it must be one of: ${known.filter((one) => one !== '').join(', ')}`,
  )

/** What this cell of each row says other than one of `known`, in any case, or `${…}`. */
export function otherWords(
  rows: unknown,
  cell: number,
  known: readonly string[],
  takesUnderscores = false,
): readonly string[] {
  if (!Array.isArray(rows)) return []
  const asKnown = (text: string) => (takesUnderscores ? text.replaceAll('_', ' ') : text).toLowerCase()
  return rows
    .map((row: unknown) => textOf(Array.isArray(row) ? row[cell] : undefined))
    .filter((word) => !known.includes(asKnown(word)) && !isTemplate(word))
}
