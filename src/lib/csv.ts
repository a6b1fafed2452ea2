import { CsvError as ParseError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'

/** Why a text is not CSV; `line` counts from 1. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly line: number

  constructor(message: string, line: number, cause: unknown) {
    super(message, { cause })
    this.line = line
  }
}

export interface CsvRecord {
  readonly cells: readonly string[]
  /** The line in which it begins, from 1. */
  readonly line: number
}

/**
 * The records of a CSV text (RFC 4180): commas, quotes doubled inside quotes, any line ending, with or
 * without a byte order mark. Skips empty lines. Throws `CsvError` for a quote that is stray or never closed.
 */
export function readCsv(text: string): CsvRecord[] {
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ''))
  let end = 0
  let line = 1
  /**
   * Line numbers of the parser count a CR LF inside quotes twice, and are those of a record's end: positions
   * are exact.
   */
  function beginOfNext(to: number): number {
    const raw = bytes.toString('utf8', end, to)
    const begin = line + lineEndings(/^[\r\n]*/.exec(raw)![0])
    line += lineEndings(raw)
    end = to
    return begin
  }
  const records: CsvRecord[] = []
  try {
    parse(bytes, {
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      on_record: (cells, position) => {
        records.push({ cells, line: beginOfNext(position.bytes) })
        return null
      },
    })
    return records
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw new CsvError('The CSV has a stray or unclosed quote', beginOfNext(bytes.length), error)
  }
}

const lineEndings = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

/** One record as a line of CSV, with its line ending. */
export const csvLine = (cells: readonly string[]): string =>
  stringify([[...cells]], { record_delimiter: '\r\n', quoted_match: /[\r\n]|^\s|\s$|^\uFEFF/ })

/**
 * What spreadsheets take for the beginning of a formula (OWASP, CSV injection), after any quotes before it.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * `cell` with a quote in front where a spreadsheet would otherwise run it as a formula. `restoredCell` undoes
 * it.
 */
export const defusedCell = (cell: string): string => (formula.test(cell) ? `'${cell}` : cell)

/** What a cell held before `defusedCell`. */
export const restoredCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
