import { oneLine } from '../../lib/one-line.ts'

/** One column of a table: its heading and what a row shows there. */
export interface Column<Row> {
  readonly title: string
  readonly value: (row: Row) => string | number | boolean | undefined
  /** Colours a cell that has already been padded, so that colours never disturb the alignment. */
  readonly paint?: ((text: string, row: Row) => string) | undefined
  readonly align?: 'left' | 'right' | undefined
  /** Shown whole even when the terminal is narrow: identifiers that users copy. */
  readonly whole?: boolean | undefined
}

const GAP = '  '
const MIN_CELL = 8

/**
 * A table as lines: aligned columns under a heading. When it is wider than `width` characters, the widest
 * columns that may be shortened are, ending in `…`; undefined means no limit (output into a file or a pipe).
 */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width?: number | undefined,
): string[] {
  const cells = rows.map((row) => columns.map((column) => cellText(column.value(row))))
  const widths = fittingWidths(
    columns,
    columns.map(({ title }, i) =>
      cells.reduce((widest, row) => Math.max(widest, characters(row[i]!)), title.length),
    ),
    width,
  )
  const line = (texts: readonly string[], row?: Row) =>
    columns
      .map((column, i) => {
        const text = pad(shorten(texts[i]!, widths[i]!), widths[i]!, column.align, i === columns.length - 1)
        return row === undefined || column.paint === undefined ? text : column.paint(text, row)
      })
      .join(GAP)
      .trimEnd()
  const heading = line(columns.map((column) => column.title.toUpperCase()))
  return [heading, ...cells.map((texts, i) => line(texts, rows[i]))]
}

/** `text` in at most `width` characters, its end replaced by `…`. */
export function shorten(text: string, width: number): string {
  const all = [...text]
  return all.length <= width ? text : `${all.slice(0, Math.max(0, width - 1)).join('')}…`
}

const characters = (text: string) => [...text].length

/** A value as text on one line. */
export function cellText(value: string | number | boolean | undefined | null): string {
  if (value === undefined || value === null) return ''
  return oneLine(String(value))
}

function pad(text: string, width: number, align: 'left' | 'right' | undefined, last: boolean): string {
  const blanks = ' '.repeat(width - characters(text))
  if (align === 'right') return blanks + text
  return last ? text : text + blanks
}

function fittingWidths<Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  limit: number | undefined,
): number[] {
  const widths = [...natural]
  if (limit === undefined) return widths
  let excess = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1) - limit
  while (excess > 0) {
    const widest = widestShortenable(columns, widths)
    if (widest === undefined) break
    widths[widest]!--
    excess--
  }
  return widths
}

function widestShortenable<Row>(columns: readonly Column<Row>[], widths: readonly number[]) {
  let found: number | undefined
  for (const [i, column] of columns.entries()) {
    if (column.whole === true || widths[i]! <= MIN_CELL) continue
    if (found === undefined || widths[i]! >= widths[found]!) found = i
  }
  return found
}
