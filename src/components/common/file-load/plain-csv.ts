import { MAX_RECORD_BYTES } from '../../../warehouses/file-reader.ts'
import { recordCounter } from '../../../warehouses/text-fields.ts'
import type { CsvFormat, FileFormat } from './file-format.ts'
import { createLineEnds, LINE_FEED } from './line-ends.ts'

/** The text is not what an engine's own reader takes, or reads as we do. */
export class NotPlainError extends Error {
  override readonly name = 'NotPlainError'
}

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

/** What stands in no plain record; a carriage return may stand at its end. */
export const marksOf = ({ quote, escaping, unenclosedEscape }: CsvFormat): readonly string[] =>
  ['\r', '\0', quote, escaping, unenclosedEscape].filter((mark) => mark !== undefined)

/** The quote of fields that databases take out of their quotes as we do; undefined where they would not. */
export function quoteOfDatabases(csv: CsvFormat): string | undefined {
  const { quote, nullIf } = csv
  if (quote === undefined || !/^[!-/:-@[\]-`{-~]$/.test(quote)) return undefined
  // Not even between quotes may a text stand for null.
  const marks = ['\\', ...marksOf(csv).filter((mark) => mark !== quote)]
  return nullIf.every((text) => marks.some((mark) => text.includes(mark))) ? quote : undefined
}

/**
 * The bytes of plain records, without the header, each ended by a line feed alone. What it says of them is
 * known when all are read.
 */
export interface PlainRecords extends AsyncIterable<Buffer> {
  readonly count: number
  /** Whether every field has a form that databases read as we do: see `recordCounter`. */
  readonly haveForms: boolean
  /** What fields stand between, if one does: then all have their forms. */
  readonly quote: string | undefined
  /** Whether a field between quotes has several lines. */
  readonly spanLines: boolean
  /**
   * How many bytes of what was read belong to a record that does not end in it: `count` leaves it out until
   * all are read.
   */
  readonly openBytes: number
}

/**
 * `format` is one that `readsPlainly`, `types` are those of the columns. Throws NotPlainError, also where all
 * records together have not as many fields as the columns need, for DuckDB takes an empty field too many, and
 * where fields are quoted and one of them has another form. Throws what `bytes` throws.
 */
export function plainRecords(
  bytes: AsyncIterable<Buffer>,
  { csv }: FileFormat,
  types: readonly string[],
): PlainRecords {
  const quote = quoteOfDatabases(csv)
  const marks = marksOf(csv).filter((mark) => mark !== quote)
  const tally = createTally(csv.fieldDelimiter, quote, types)
  const lineEnds = createLineEnds(quote)

  async function* records(): AsyncGenerator<Buffer> {
    let toSkip = csv.skipHeader
    let isFirst = true
    let last = LINE_FEED
    for await (const piece of bytes) {
      let rest: Buffer = piece
      if (isFirst && rest.subarray(0, 3).equals(BYTE_ORDER_MARK)) rest = rest.subarray(3)
      isFirst = false
      for (; toSkip > 0 && rest.length > 0; toSkip--) {
        const end = rest.indexOf(LINE_FEED)
        if (end === -1) break
        rest = rest.subarray(end + 1)
      }
      const records = toSkip > 0 ? undefined : lineEnds.take(rest)
      if (toSkip === 0 && records === undefined) throw new NotPlainError()
      if (records === undefined || records.length === 0) continue
      const isBlank = (last === LINE_FEED && records[0] === LINE_FEED) || records.includes('\n\n')
      if (isBlank || marks.some((mark) => records.includes(mark))) throw new NotPlainError()
      for (let at = 0; at < records.length; at += LOOK_BYTES) tally.add(records.subarray(at, at + LOOK_BYTES))
      last = records[records.length - 1] ?? LINE_FEED
      yield records
    }
    if (toSkip > 0 || !lineEnds.mayEnd() || !tally.end()) throw new NotPlainError()
  }

  return {
    get count() {
      return tally.count
    },
    get haveForms() {
      return tally.haveForms
    },
    get quote() {
      return tally.isQuoted ? quote : undefined
    },
    get spanLines() {
      return tally.spanLines
    },
    get openBytes() {
      return tally.openBytes
    },
    [Symbol.asyncIterator]: records,
  }
}

/**
 * Longer texts have a place of their own in memory, which the system gives and takes: twice as slow as the
 * look itself.
 */
const LOOK_BYTES = 64 * 1024

/** Counts records in pieces of a text that end anywhere. */
interface Tally {
  readonly count: number
  /** Whether every field so far has the form of its column. */
  readonly haveForms: boolean
  readonly isQuoted: boolean
  readonly spanLines: boolean
  /** How many bytes belong to a record that has not ended. */
  readonly openBytes: number
  /** Throws NotPlainError, also for a record that is longer than engines read. */
  add(piece: Buffer): void
  /** Answers whether all records together have as many fields as the columns need. Throws NotPlainError. */
  end(): boolean
}

/**
 * Counts by the forms of fields for as long as they have them, which is faster than to look at each byte.
 * Only by them are quoted fields known.
 */
function createTally(delimiter: string, quote: string | undefined, types: readonly string[]): Tally {
  let countRecords = recordCounter({ delimiter, nullText: '' }, types)
  let held: Buffer = Buffer.alloc(0)
  let scratch: Buffer = held
  let openBytes = 0
  let isQuoted = false
  let spanLines = false
  let count = 0
  let delimiters = 0

  /**
   * What is held and `piece`, in a room that is used again: one for each piece would be held until it is
   * collected.
   */
  function joined(piece: Buffer): Buffer {
    const bytes = held.length + piece.length
    if (held.length === 0) return piece
    const room = bytes > scratch.length ? Buffer.allocUnsafeSlow(2 * bytes) : scratch
    held.copy(room)
    piece.copy(room, held.length)
    scratch = room
    return room.subarray(0, bytes)
  }

  /** Counts the records whose fields have their forms, and answers what is behind them. */
  function addFormed(records: Buffer): Buffer {
    const found = countRecords?.(records) ?? { count: 0, bytes: 0 }
    count += found.count
    delimiters += found.count * (types.length - 1)
    spanLines ||= isQuoted && linesIn(records.subarray(0, found.bytes)) > found.count
    return records.subarray(found.bytes)
  }

  function addOthers(records: Buffer): void {
    countRecords = undefined
    held = Buffer.alloc(0)
    addBytes(records)
  }

  function addBytes(bytes: Buffer): void {
    if (isQuoted) throw new NotPlainError()
    const code = delimiter.charCodeAt(0)
    for (let at = 0; at < bytes.length; at++) {
      if (bytes[at] === LINE_FEED) count++
      else if (bytes[at] === code) delimiters++
    }
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    openBytes = end === 0 ? openBytes + bytes.length : bytes.length - end
  }

  function notePiece(piece: Buffer): void {
    if (isQuoted || quote === undefined || !piece.includes(quote)) return
    isQuoted = true
    countRecords &&= recordCounter({ delimiter, nullText: '', quote }, types)
  }

  return {
    get count() {
      return count
    },
    get haveForms() {
      return countRecords !== undefined
    },
    get isQuoted() {
      return isQuoted
    },
    get spanLines() {
      return spanLines
    },
    get openBytes() {
      return held.length + openBytes
    },
    add(piece) {
      if (held.length + openBytes > MAX_RECORD_BYTES) throw new NotPlainError()
      notePiece(piece)
      if (countRecords === undefined) return addBytes(piece)
      const records = joined(piece)
      const lines = records.lastIndexOf(LINE_FEED) + 1
      const others = addFormed(records.subarray(0, lines))
      held = records.subarray(lines - others.length)
      // Behind the last whole record there may be lines of a field that is still open.
      if (endOfRecords(others, isQuoted ? quote : undefined) > 0) addOthers(held)
    },
    end() {
      const others = addFormed(held)
      if (others.length > 0) addOthers(others)
      if (openBytes > 0) count++
      return delimiters === count * (types.length - 1)
    },
  }
}

/** Where the last record ends that is there as a whole, in a text whose quotes come in pairs. */
export function endOfRecords(bytes: Buffer, quote: string | undefined): number {
  if (quote === undefined || !bytes.includes(quote)) return bytes.lastIndexOf(LINE_FEED) + 1
  const mark = quote.charCodeAt(0)
  let isInside = false
  // By index: an iterator takes six times as long.
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === mark) isInside = !isInside
  for (let at = bytes.length - 1; at >= 0; at--) {
    if (bytes[at] === mark) isInside = !isInside
    else if (bytes[at] === LINE_FEED && !isInside) return at + 1
  }
  return 0
}

/** How many lines there are, with one that does not end. */
export function linesIn(bytes: Buffer): number {
  let lines = bytes.length > 0 && bytes[bytes.length - 1] !== LINE_FEED ? 1 : 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines++
  return lines
}
