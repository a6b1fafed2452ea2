/** How records are written in a text in UTF-8: one a line, their fields between delimiters. */
export interface TextFormat {
  /** One character of ASCII. */
  readonly delimiter: string
  /**
   * What stands for null. Where it is `\N`, backslashes escape as in the text format of PostgreSQL's COPY;
   * otherwise there are none.
   */
  readonly nullText: '' | '\\N'
  /**
   * One character of ASCII that fields may stand between, doubled where it is in one: no other field has it.
   * Such a text has no backslashes, and its empty fields between quotes are empty texts.
   */
  readonly quote?: string | undefined
}

/** The text format of PostgreSQL's COPY. */
export const COPY_TEXT: TextFormat = { delimiter: '\t', nullText: '\\N' }

/** A column that fields become values of. */
export interface TextColumn {
  /** In SQL. */
  readonly name: string
  /** As the database writes it. */
  readonly type: string
  /** The value of a field, for an expression that is its text. */
  castText(text: string): string
}

export interface TextTarget {
  /** In SQL. */
  readonly table: string
  readonly columns: readonly TextColumn[]
  readonly format: TextFormat
  /** How many records there are, where that is known: another number of rows is a refusal. */
  readonly count?: number | undefined
}

/** How a transaction takes records in that nobody takes apart before. */
export interface TextLoad {
  /**
   * Puts whole records into a table and answers how many rows that made. The fields have forms that
   * `countRecords` accepts, or are what PostgreSQL wrote of values that belong into such columns. Undefined
   * where the database refuses the records, or changes a value: then nothing of them stays, and the
   * transaction goes on. Throws WarehouseError when the transaction is lost.
   */
  copy(records: Buffer, into: TextTarget): Promise<number | undefined>
}
