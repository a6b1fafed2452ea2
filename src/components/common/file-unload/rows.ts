import type { QueryResult } from '../../../warehouses/warehouse.ts'
import type { RowWriter } from './csv-writer.ts'

const CHUNK_CHARACTERS = 64 * 1024

/**
 * The records of a query, to be taken into one file after another. No more than one batch of rows is held.
 */
export interface Records {
  /** Whether there is another record. */
  more(): Promise<boolean>
  /** The next file's bytes: its header and records up to `maxBytes`, one record at least if there is any. */
  file(maxBytes: number): AsyncGenerator<Buffer>
  /** Records taken so far. */
  taken(): number
  close(): Promise<void>
}

/** `progress` is called now and then, behind a batch. */
export function createRecords(
  batches: QueryResult['batches'],
  writer: RowWriter,
  progress: (rows: number) => void,
): Records {
  const source = batches[Symbol.asyncIterator]()
  let lines: readonly string[] = []
  let at = 0
  let taken = 0

  async function more(): Promise<boolean> {
    while (at >= lines.length) {
      const next = await source.next()
      if (next.done) return false
      lines = next.value.map((cells) => writer.row(cells))
      at = 0
      progress(taken)
    }
    return true
  }

  async function* file(maxBytes: number): AsyncGenerator<Buffer> {
    let text = writer.header
    let bytes = Buffer.byteLength(text)
    let isFirst = true
    while (at < lines.length || (await more())) {
      const line = lines[at]!
      bytes += Buffer.byteLength(line)
      if (bytes > maxBytes && !isFirst) break
      isFirst = false
      text += line
      at++
      taken++
      if (text.length < CHUNK_CHARACTERS) continue
      yield Buffer.from(text)
      text = ''
    }
    if (text !== '') yield Buffer.from(text)
  }

  return {
    more,
    file,
    taken: () => taken,
    async close() {
      await source.return?.()
    },
  }
}
