import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { type FileReader, hasLongLine } from '../../warehouses/file-reader.ts'
import { COPY_TEXT, type TextColumn } from '../../warehouses/text-load.ts'
import {
  type BulkLoad,
  batchColumn,
  type StatementOptions,
  type Warehouse,
} from '../../warehouses/warehouse.ts'
import { NotATextError, WarehouseError } from '../../warehouses/warehouse-error.ts'
import { oneBehind } from './one-behind.ts'

/** What a database takes at once. */
const BLOCK_BYTES = 1024 * 1024
/**
 * The same of one that reads files: two of them are on disk, the one that is written and the one that is
 * read.
 */
const FILE_BYTES = 64 * 1024 * 1024
const LINE_FEED = 10

export interface TextLoading {
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  /** In SQL. */
  readonly table: string
  readonly columns: readonly TextColumn[]
  /** Called with the number of rows that are in the table so far. */
  readonly progressed: (rows: number) => void
}

/**
 * Adds what `Warehouse.queryText` writes, of columns that these were made for, to a table in one transaction.
 * Answers how many rows; undefined, and nothing of them stays, where the query cannot be read as a text, or
 * the database does not take it: reading row by row then finds out whether and why. Throws WarehouseError
 * when the query fails.
 */
export async function loadText(
  loading: TextLoading,
  text: AsyncIterable<Buffer>,
): Promise<number | undefined> {
  const { warehouse, options } = loading
  const bulk = await warehouse.beginLoad(options)
  let sink: Sink | undefined
  try {
    sink = await sinkFor(loading, bulk)
    const rows = sink && (await filled(sink, text, options.signal))
    // Whether a commit that fails has committed is not known, so nothing is read again then.
    if (rows !== undefined) await bulk.commit()
    return rows
  } finally {
    await sink?.drop()
    await bulk.rollback()
  }
}

async function filled(
  sink: Sink,
  text: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    for await (const block of blocksOf(ofSource(text))) await sink.give(block)
    return await sink.end()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FailedQuery) throw error.cause
    if (error instanceof WarehouseError || error instanceof NotTakenError) return undefined
    throw error
  }
}

/** What the source says of the query: asking it again would cost as much, and be told the same. */
class FailedQuery extends Error {}

async function* ofSource(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* text
  } catch (cause) {
    throw cause instanceof NotATextError ? cause : new FailedQuery('', { cause })
  }
}

/** The database does not take the text as it is. */
class NotTakenError extends Error {
  override readonly name = 'NotTakenError'
}

interface Sink {
  /** Takes whole records. */
  give(block: Buffer): Promise<void>
  /** Answers how many rows there are altogether. */
  end(): Promise<number>
  /** Never throws. */
  drop(): Promise<void>
}

async function sinkFor(loading: TextLoading, bulk: BulkLoad): Promise<Sink | undefined> {
  const { fileReader } = loading.warehouse
  if (bulk.text !== undefined) return sinkOfBlocks(loading, bulk.text)
  return fileReader && sinkOfFiles(loading, bulk, fileReader, await fileReader.makeFolder())
}

function sinkOfBlocks(
  { table, columns, progressed }: TextLoading,
  text: NonNullable<BulkLoad['text']>,
): Sink {
  let rows = 0
  const copying = oneBehind(async (block: Buffer) => {
    const count = await text.copy(block, { table, columns, format: COPY_TEXT })
    if (count === undefined) throw new NotTakenError()
    rows += count
    progressed(rows)
  })
  return {
    give: copying.give,
    async end() {
      await copying.done()
      return rows
    },
    drop: () => copying.done().catch(() => undefined),
  }
}

function sinkOfFiles(
  { table, columns, progressed, options: { signal } }: TextLoading,
  bulk: BulkLoad,
  reader: FileReader,
  folder: string,
): Sink {
  const into = `insert into ${table} (${columns.map(({ name }) => name).join(', ')})`
  const values = columns.map(({ castText }, index) => castText(batchColumn(index))).join(', ')
  let rows = 0
  let files = 0
  let file: WriteStream | undefined
  const reading = oneBehind(async (path: string) => {
    rows += await bulk.execute(
      `${into} select ${values} from ${reader.copied(path, columns.length)} as source`,
    )
    await rm(path)
    progressed(rows)
  })

  async function close(): Promise<void> {
    if (file === undefined) return
    const written = file
    file = undefined
    written.end()
    await finished(written)
    await reading.give(String(written.path))
  }

  return {
    async give(block) {
      if (hasLongLine(block)) throw new NotTakenError()
      file ??= createWriteStream(join(folder, String(files++)), { signal })
      if (!file.write(block)) await once(file, 'drain', { signal })
      if (file.bytesWritten >= FILE_BYTES) await close()
    },
    async end() {
      await close()
      await reading.done()
      return rows
    },
    async drop() {
      file?.destroy()
      await reading.done().catch(() => undefined)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    },
  }
}

/** Pieces of a text that end anywhere, as blocks of whole lines. */
export async function* blocksOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    const end = bytes < BLOCK_BYTES ? 0 : piece.lastIndexOf(LINE_FEED) + 1
    if (end === 0) {
      parts.push(piece)
      continue
    }
    yield Buffer.concat([...parts, piece.subarray(0, end)])
    parts = [piece.subarray(end)]
    bytes = piece.length - end
  }
  if (bytes > 0) yield Buffer.concat(parts)
}
