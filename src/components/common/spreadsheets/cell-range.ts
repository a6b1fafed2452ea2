/** A block of cells, counted from 0; an open end goes as far as the sheet. */
export interface CellRange {
  readonly firstRow: number
  readonly firstColumn: number
  readonly lastRow: number | undefined
  readonly lastColumn: number | undefined
}

/** The whole of a sheet. */
export const wholeSheet: CellRange = {
  firstRow: 0,
  firstColumn: 0,
  lastRow: undefined,
  lastColumn: undefined,
}

/** `A5:E100`, `A5:E*`, `A5:E` and `A:E`; undefined for everything else. */
export function cellRangeOf(text: string): CellRange | undefined {
  const plain = text.replaceAll('$', '').toUpperCase()
  const [, from, top = '1', to, bottom = '*'] =
    /^([A-Z]{1,3})([1-9]\d{0,6})?:([A-Z]{1,3}|\*)([1-9]\d{0,6}|\*)?$/.exec(plain) ?? []
  if (from === undefined || to === undefined) return undefined
  const range = {
    firstRow: Number(top) - 1,
    firstColumn: columnIndex(from),
    lastRow: bottom === '*' ? undefined : Number(bottom) - 1,
    lastColumn: to === '*' ? undefined : columnIndex(to),
  }
  const isBackwards =
    (range.lastRow ?? range.firstRow) < range.firstRow ||
    (range.lastColumn ?? range.firstColumn) < range.firstColumn
  return isBackwards ? undefined : range
}

/** `C` of 2. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest === 0 ? '' : columnLetters(rest - 1)) + String.fromCharCode(65 + (index % 26))
}

/** 2 of `C`. */
export const columnIndex = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
