import type { Cell } from '../../../warehouses/warehouse.ts'

/** Takes what a reader makes of a file. */
export interface RecordSink {
  /** `line` is the one that the record begins in, from 1. */
  row(cells: Cell[], line: number): void
  /** A record that cannot be used. May throw RecordError, where that ends the load. */
  problem(message: string, line: number): void
}

/** Reads a text that arrives in pieces. Both methods throw RecordError for what leaves no way to read on. */
export interface TextReader {
  push(text: string): void
  end(): void
}

/** A record that cannot be read or used. The message does not name the file. */
export class RecordError extends Error {
  override readonly name = 'RecordError'

  constructor(message: string, line: number) {
    super(`line ${line}: ${message}`)
  }
}

/** A record that is longer than this is a sign of a wrong format, and would fill the memory. */
export const MAX_RECORD_CHARACTERS = 16 * 1024 * 1024

export const tooLong = (line: number): RecordError =>
  new RecordError(
    `the record is longer than ${MAX_RECORD_CHARACTERS} characters: check that delimiters and enclosing quotes fit the file`,
    line,
  )
