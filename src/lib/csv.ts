/** Why a text is no CSV; `line` counts from 1. */
export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

export interface CsvRecord {
  readonly cells: readonly string[]
  /** The line it begins in, from 1. */
  readonly line: number
}

/**
 * The records of a CSV text (RFC 4180): commas, quotes doubled inside quotes, any line ending, a byte order mark
 * tolerated. Empty lines are no records. Throws `CsvError` for a quote that is stray or never closed.
 */
export function readCsv(text: string): CsvRecord[] {
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|\n|\r|$)/y
  const source = text.replace(/^\uFEFF/, '')
  const records: CsvRecord[] = []
  let cells: string[] = []
  let line = 1
  let begins = 1
  while (field.lastIndex < source.length || cells.length > 0) {
    const match = field.exec(source)
    if (match === null) throw new CsvError('The CSV has a stray or unclosed quote', line)
    const [, raw = '', end] = match
    cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    line += lineEndings(raw)
    if (end === ',') continue
    if (cells.length > 1 || raw !== '') records.push({ cells, line: begins })
    cells = []
    if (end === '') break
    line++
    begins = line
  }
  return records
}

/** One record as a line of CSV, with its line ending. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

const quoted = (cell: string): string =>
  /[",\r\n]|^\s|\s$|^\uFEFF/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const lineEndings = (text: string): number =>
  text.includes('"') ? (text.match(/\r\n|\n|\r/g)?.length ?? 0) : 0
