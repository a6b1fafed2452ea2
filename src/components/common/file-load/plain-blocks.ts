import { isUtf8 } from 'node:buffer'
import { chained } from './decode.ts'
import type { FileFormat } from './file-format.ts'
import { createLineEnds, LINE_FEED } from './line-ends.ts'
import { BYTE_ORDER_MARK, endOfRecords, linesIn, marksOf, quoteOfDatabases } from './plain-csv.ts'

/** What is handed on at once. */
const BLOCK_BYTES = 1024 * 1024

/**
 * What is left of a file for the reader of single records: it begins in `line`, and its header is skipped if
 * that is not 1.
 */
export interface Rest {
  readonly bytes: AsyncIterable<Buffer>
  readonly line: number
}

/**
 * Hands whole records of a file to `take`, a block at a time and one ahead, for as long as they are plain and
 * `take` answers how many there were. Carriage returns before line feeds are left out. The first block that
 * is not plain begins the rest. `format` is one that `readsPlainly`. `pieces` is ended when `take` throws,
 * and when the rest is ended.
 */
export async function takePlainBlocks(
  pieces: AsyncIterable<Buffer>,
  format: FileFormat,
  take: (block: Buffer) => Promise<number | undefined>,
): Promise<Rest> {
  const source = pieces[Symbol.asyncIterator]()
  const quote = quoteOfDatabases(format.csv)
  // Where a backslash is data, databases take it for an escape.
  const marks = [...marksOf(format.csv).filter((mark) => mark !== quote), '\\']
  let held: Buffer = Buffer.alloc(0)
  let line = 1
  let isEnd = false
  let before: { readonly block: Buffer; readonly taken: Promise<number | undefined> } | undefined

  const rest = (...blocks: readonly Buffer[]): Rest => ({ bytes: chained(blocks, source), line })

  async function read(): Promise<void> {
    const parts = [held]
    let bytes = held.length
    while (bytes < BLOCK_BYTES && !isEnd) {
      const next = await source.next()
      if (next.done) isEnd = true
      else {
        parts.push(next.value)
        bytes += next.value.length
      }
    }
    held = Buffer.concat(parts)
  }

  async function takeAll(): Promise<Rest> {
    await read()
    const begin = afterHeader(held, format.csv.skipHeader)
    if (begin === undefined) return rest(held)
    const whole = held
    held = held.subarray(begin)
    for (let isFirst = true; ; isFirst = false) {
      const end = isEnd ? held.length : endOfRecords(held, quote)
      const block = held.subarray(0, end)
      const remaining = held.subarray(end)
      if (before !== undefined) {
        const count = await before.taken
        if (count === undefined) return rest(before.block, held)
        line += linesOf(before.block, count, quote)
      }
      before = undefined
      if (held.length === 0) return rest()
      const records = plainOf(block, marks, quote)
      if (records === undefined) return isFirst ? rest(whole) : rest(held)
      if (isFirst) line = 1 + format.csv.skipHeader
      const taken = take(records)
      // The next turn throws it.
      taken.catch(() => undefined)
      before = { block, taken }
      held = remaining
      await read()
    }
  }

  try {
    return await takeAll()
  } catch (error) {
    await source.return?.()
    throw error
  } finally {
    await before?.taken.catch(() => undefined)
  }
}

/** The records of a block, each ended by a line feed alone; undefined where they are not plain. */
function plainOf(block: Buffer, marks: readonly string[], quote: string | undefined): Buffer | undefined {
  const lineEnds = createLineEnds(quote)
  const records = lineEnds.take(block)
  if (records === undefined || records.length === 0 || !lineEnds.mayEnd()) return undefined
  const isBlank = records[0] === LINE_FEED || records.includes('\n\n')
  return isBlank || marks.some((mark) => records.includes(mark)) || !isUtf8(records) ? undefined : records
}

/** The lines of so many records: those between quotes may have several. */
const linesOf = (block: Buffer, records: number, quote: string | undefined): number =>
  quote === undefined || !block.includes(quote) ? records : linesIn(block)

/** Where the records begin; undefined when the header does not end here. */
function afterHeader(bytes: Buffer, lines: number): number | undefined {
  let at = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0
  for (let skipped = 0; skipped < lines; skipped++) {
    const end = bytes.indexOf(LINE_FEED, at)
    if (end === -1) return undefined
    at = end + 1
  }
  return at
}
