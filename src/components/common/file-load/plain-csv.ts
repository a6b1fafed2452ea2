import type { CsvFormat, FileFormat } from './file-format.ts'

/** The text is not what an engine's own reader takes, or reads as we do. */
export class NotPlainError extends Error {
  override readonly name = 'NotPlainError'
}

export const LINE_FEED = 10
export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Whether records without quotes and escapes mean the same to us as their fields between delimiters. */
export function readsPlainly({ type, encoding, csv }: FileFormat): boolean {
  if (type !== 'CSV' || encoding !== 'utf-8' || !csv.emptyAsNull || !csv.exactColumns) return false
  if (csv.recordDelimiter !== undefined || csv.trimSpace || csv.skipBlankLines) return false
  const marks = marksOf(csv)
  // A text that stands for null must be one that is in no plain record.
  if (!csv.nullIf.every((text) => text === '' || marks.some((mark) => text.includes(mark)))) return false
  return /^[\t -~]$/.test(csv.fieldDelimiter) && !marks.includes(csv.fieldDelimiter)
}

/** What stands in no plain record. */
export const marksOf = ({ quote, escaping, unenclosedEscape }: CsvFormat): readonly string[] =>
  ['\r', '\0', quote, escaping, unenclosedEscape].filter((mark) => mark !== undefined)

/** The bytes of plain records, without the header. They count the records when all are read. */
export interface PlainRecords extends AsyncIterable<Buffer> {
  readonly count: number
}

/**
 * `format` is one that `readsPlainly`. Throws NotPlainError, also where all records together have not as many fields as
 * `columns` need: DuckDB takes an empty field too many. Throws what `bytes` throws.
 */
export function plainRecords(
  bytes: AsyncIterable<Buffer>,
  { csv }: FileFormat,
  columns: number,
): PlainRecords {
  const marks = marksOf(csv)
  const delimiter = csv.fieldDelimiter.charCodeAt(0)
  let count = 0

  async function* records(): AsyncGenerator<Buffer> {
    let toSkip = csv.skipHeader
    let isFirst = true
    let last = LINE_FEED
    let delimiters = 0
    for await (const piece of bytes) {
      let rest = piece
      if (isFirst && rest.subarray(0, 3).equals(BYTE_ORDER_MARK)) rest = rest.subarray(3)
      isFirst = false
      for (; toSkip > 0 && rest.length > 0; toSkip--) {
        const end = rest.indexOf(LINE_FEED)
        if (end === -1) break
        rest = rest.subarray(end + 1)
      }
      if (toSkip > 0 || rest.length === 0) continue
      const isBlank = (last === LINE_FEED && rest[0] === LINE_FEED) || rest.includes('\n\n')
      if (isBlank || marks.some((mark) => rest.includes(mark))) throw new NotPlainError()
      for (const byte of rest) {
        if (byte === LINE_FEED) count++
        else if (byte === delimiter) delimiters++
      }
      last = rest[rest.length - 1] ?? LINE_FEED
      yield rest
    }
    if (last !== LINE_FEED) count++
    if (delimiters !== count * (columns - 1)) throw new NotPlainError()
  }

  return {
    get count() {
      return count
    },
    [Symbol.asyncIterator]: records,
  }
}
