/**
 * Longer records are for the caller to read: where such a one is the last of a file, DuckDB may leave it out
 * without a word.
 */
export const MAX_RECORD_BYTES = 1_000_000

/** Whether a line of a text is longer than that. */
export function hasLongLine(text: Buffer): boolean {
  let at = 0
  while (text.length - at > MAX_RECORD_BYTES) {
    const end = text.lastIndexOf('\n', at + MAX_RECORD_BYTES) + 1
    if (end <= at) return true
    at = end
  }
  return false
}

/** What an engine that runs inside the runner reads by itself. */
export interface FileReader {
  /**
   * Makes a folder for files that SQL of this database can read, and nobody else's. The caller removes it.
   */
  makeFolder(): Promise<string>
  /** The rows of a Parquet file in such a folder, as a table of SQL. */
  parquet(path: string): string
  /**
   * A query of how many bytes all values of such a file have, as far as it says so: each of those that repeat
   * counts once.
   */
  parquetBytes(path: string): string
  /**
   * The same of a text without escapes and blank lines, in columns named as those of a batch: null where a
   * field is empty. It fails at a record of more or fewer fields, at a text that its pattern does not match
   * as a whole, and at one that is no value of its type.
   */
  csv(path: string, fields: readonly CsvField[], marks: CsvMarks): string
  /**
   * The same of a text in the format of PostgreSQL's COPY with so many fields a record, whose escapes are
   * those that PostgreSQL writes.
   */
  copied(path: string, columns: number): string
}

export interface CsvMarks {
  readonly delimiter: string
  /** What fields may stand between, and is doubled within: an empty field between them is an empty text. */
  readonly quote?: string | undefined
  /** Whether fields between quotes have several lines. */
  readonly spanLines?: boolean | undefined
}

/** What the fields of a column become. */
export interface CsvField {
  /** Texts unless stated. */
  readonly type?: string | undefined
  /** Of texts only. */
  readonly pattern?: RegExp | undefined
}
