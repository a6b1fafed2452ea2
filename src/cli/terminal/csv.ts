import { Failure } from '../../client/failure.ts'
import { CsvError, readCsv } from '../../lib/csv.ts'

/**
 * The records of a CSV text (RFC 4180): commas, quotes doubled inside quotes, any line ending, a byte order
 * mark tolerated. Empty lines are no records. Throws Failure for a quote that is never closed.
 */
export function parseCsv(text: string): string[][] {
  try {
    return readCsv(text).map(({ cells }) => [...cells])
  } catch (error) {
    if (error instanceof CsvError) throw new Failure(`${error.message} in line ${error.line}.`)
    throw error
  }
}
