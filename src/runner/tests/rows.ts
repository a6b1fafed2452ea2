import { isSameNumber } from '../../lib/plain-number.ts'
import type { TestCell, TestRow } from '../../pipeline/tests/model.ts'
import type { Cell } from '../../warehouses/warehouse.ts'

type ActualRow = readonly Cell[]

/** Rows that differ: `missing` are expected and not there, `unexpected` are there and not expected. */
export interface RowDifference {
  readonly missing: readonly TestRow[]
  readonly unexpected: readonly ActualRow[]
}

/** undefined when the rows are those that are expected; of equal rows each counts. */
export function compareRows(
  expected: readonly TestRow[],
  actual: readonly ActualRow[],
  isOrdered: boolean,
): RowDifference | undefined {
  if (isOrdered) {
    const isSame =
      expected.length === actual.length && expected.every((row, at) => rowsMatch(row, actual[at]!))
    return isSame ? undefined : { missing: expected, unexpected: actual }
  }
  const unexpected = [...actual]
  const missing = expected.filter((row) => {
    const at = unexpected.findIndex((one) => rowsMatch(row, one))
    if (at >= 0) unexpected.splice(at, 1)
    return at < 0
  })
  return missing.length + unexpected.length === 0 ? undefined : { missing, unexpected }
}

const rowsMatch = (expected: TestRow, actual: ActualRow): boolean =>
  expected.length === actual.length && expected.every((cell, at) => cellsMatch(cell, actual[at]!))

/** Numbers are compared as numbers to the last digit, however the database writes them; texts as they are. */
export function cellsMatch(expected: TestCell, actual: Cell): boolean {
  if (expected === null || actual === null) return expected === actual
  if (typeof expected === 'boolean')
    return (expected ? ['true', 't'] : ['false', 'f']).includes(actual.toLowerCase())
  if (typeof expected === 'string') return actual === expected
  return isSameNumber(cellText(expected), actual)
}

const MAX_SHOWN_ROWS = 10
const MAX_SHOWN_CHARACTERS = 500

export function rowsText(rows: readonly (TestRow | ActualRow)[]): string {
  if (rows.length === 0) return '(no rows)'
  const shown = rows.slice(0, MAX_SHOWN_ROWS).map((row) => shortened(row.map(cellText).join(', ')))
  const more = rows.length - shown.length
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

/** A cell as its file has it. */
export const cellText = (cell: TestCell): string =>
  cell === null ? 'null' : typeof cell === 'object' ? cell.rawJSON : String(cell)

/** A text of a report; a very long one is cut. */
export const shortened = (text: string): string =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
