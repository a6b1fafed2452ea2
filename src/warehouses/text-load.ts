/** How a transaction takes records in that stand in a text without quotes, escapes and blank lines. */
export interface TextLoad {
  /**
   * Puts the records, in UTF-8, into the batch, empty fields as null, and runs `insert`, which makes rows of it. Answers how many records
   * there are. Where the database refuses the records or a value, or `insert` leaves one out, nothing of it stays, the
   * transaction goes on, and the answer is undefined. Throws WarehouseError when the transaction is lost.
   */
  add(records: Buffer, asked: TextAsked): Promise<number | undefined>
  /**
   * Whether a column of the batch has the form `2024-01-31`, or `2024-01-31 10:00:00` with or without a fraction of a second, in
   * SQL. It may fail for other texts, and be false for rare ones of that form.
   */
  isWritten(column: string, kind: 'day' | 'moment'): string
}

export interface TextAsked {
  readonly columns: number
  /** One character of ASCII. */
  readonly delimiter: string
  readonly insert: string
}
