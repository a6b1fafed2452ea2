/** What an engine that runs inside the runner reads by itself. */
export interface FileReader {
  /** Makes a folder for files that SQL of this database can read, and nobody else's. The caller removes it. */
  makeFolder(): Promise<string>
  /** The rows of a Parquet file in such a folder, as a table of SQL. */
  parquet(path: string): string
  /**
   * The same of a text without quotes, escapes and blank lines: its fields as texts, null where they are empty, in columns
   * named as those of a batch. It fails at a record of more or fewer fields than patterns, and at a text that its pattern does
   * not match as a whole.
   */
  csv(path: string, patterns: readonly (RegExp | undefined)[], delimiter: string): string
  /**
   * The same of a text in the format of PostgreSQL's COPY with so many fields a record, whose escapes are those that PostgreSQL
   * writes.
   */
  copied(path: string, columns: number): string
}
