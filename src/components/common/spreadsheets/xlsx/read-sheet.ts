import { ContentError } from '../../file-load/decode.ts'
import type { CellRange } from '../cell-range.ts'
import { numberCell, type SheetCell } from '../cells.ts'
import type { SheetRows } from '../load-sheet.ts'
import { MAX_ROW_CHARACTERS, type RawCell, rawRows } from './sheet-rows.ts'
import type { Workbook, WorkbookSheet } from './workbook.ts'

const MAX_SHEET_BYTES = 16 * 1024 ** 3
/** One value far to the right makes every row as wide: a small file could fill the disk. */
const MAX_CELLS = 250_000_000
/** Cells may share one long text: again a small file that could fill the disk. */
const MAX_CHARACTERS = 20 * 1024 ** 3
/** Days between the first of January 1904 and day 0 of everybody else. */
const DAYS_TO_1904 = 1462
/** Excel takes 1900 for a leap year, so days before March of it are counted one less. */
const FALSE_LEAP_DAY = 60

/** Cells that are empty although a person sees something in them. */
export interface EmptyCells {
  errors: number
  /** Formulas that the program which wrote the file did not work out. */
  formulas: number
}

/** The cells of a range of a sheet. Throws ContentError, or the signal's reason. */
export async function readSheet(
  workbook: Workbook,
  sheet: WorkbookSheet,
  {
    range,
    empty,
    signal,
  }: { readonly range: CellRange; readonly empty: EmptyCells; readonly signal: AbortSignal },
): Promise<SheetRows> {
  const raw = () => rawRows(sheet.part, workbook.parts.read(sheet.part, MAX_SHEET_BYTES), signal)
  // A sheet may say how wide it is, and programs write there what they like.
  const lastColumn = range.lastColumn ?? (await lastUsedColumn(raw(), range))
  const width = Math.max(0, lastColumn - range.firstColumn + 1)

  async function* rows(): AsyncGenerator<readonly SheetCell[]> {
    let count = 0
    let characters = 0
    for await (const { number, cells } of raw()) {
      if (number < range.firstRow) continue
      if (range.lastRow !== undefined && number > range.lastRow) return
      const isGap = count === 0 && number > range.firstRow
      if (isGap) yield Array<SheetCell>(width).fill(null) // the first row may be the one of the names
      count += isGap ? 2 : 1
      if (count * width > MAX_CELLS)
        throw new ContentError(
          `the range has more than ${MAX_CELLS} cells, ${width} in each row: set a Cell Range with the columns you need`,
        )
      const row = Array<SheetCell>(width).fill(null)
      const before = characters
      for (const cell of cells) {
        const at = cell.column - range.firstColumn
        if (at < 0 || at >= width) continue
        const made = cellOf(cell)
        const one = made instanceof Promise ? await made : made
        if (one?.kind === 'text') characters += one.value.length
        row[at] = one
      }
      if (characters - before > MAX_ROW_CHARACTERS || characters > MAX_CHARACTERS)
        throw new ContentError(`the texts up to row ${number + 1} are longer than is read of one sheet`)
      yield row
    }
  }

  function cellOf({ type, value, style, isFormula }: RawCell): SheetCell | Promise<SheetCell> {
    if (value === undefined || (value === '' && type !== 's')) {
      // Some programs write an empty number; an empty text is what a formula may come to.
      if (isFormula && (value === undefined || type === 'n')) empty.formulas++
      return null
    }
    if (type === 's') {
      const text = workbook.strings.at(Number(value))
      return typeof text === 'string' ? textCell(text) : text.then(textCell)
    }
    if (type === 'b') return { kind: 'boolean', value: value.trim() === '1' || value.trim() === 'true' }
    if (type === 'e') {
      empty.errors++
      return null
    }
    if (type === 'd') return dateCell(value)
    return type === 'n' ? numbered(value, style) : textCell(value)
  }

  function numbered(text: string, style: number): SheetCell {
    const value = Number(text)
    if (!Number.isFinite(value)) return textCell(text)
    const shape = workbook.shapes[style] ?? 'plain'
    if (shape !== 'date' && shape !== 'timestamp') return numberCell(value, shape)
    if (workbook.begins1904) return numberCell(value + DAYS_TO_1904, shape)
    return numberCell(value >= 1 && value < FALSE_LEAP_DAY ? value + 1 : value, shape)
  }

  return { shown: `Sheet "${sheet.title}"`, firstColumn: range.firstColumn, width, rows }
}

const textCell = (value: string): SheetCell => (value === '' ? null : { kind: 'text', value })

/** `2026-03-01`, `2026-03-01T10:30:00` and `…Z`: moments of a sheet have no zone. */
function dateCell(text: string): SheetCell {
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)Z?)?$/.exec(text.trim()) ?? []
  if (day === undefined || Number.isNaN(Date.parse(day))) return textCell(text)
  return time === undefined || /^[0:.]+$/.test(time)
    ? { kind: 'date', value: day }
    : { kind: 'timestamp', value: `${day} ${time}` }
}

async function lastUsedColumn(
  rows: AsyncIterable<{ readonly number: number; readonly cells: readonly RawCell[] }>,
  { firstRow, lastRow }: CellRange,
): Promise<number> {
  let last = -1
  for await (const { number, cells } of rows) {
    if (number < firstRow) continue
    if (lastRow !== undefined && number > lastRow) break
    last = Math.max(last, cells.at(-1)?.column ?? -1)
  }
  return last
}
