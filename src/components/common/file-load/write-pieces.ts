import { type FileHandle, open } from 'node:fs/promises'
import { NotPlainError, type PlainRecords } from './plain-csv.ts'

const PIECE_BYTES = 32 * 1024 * 1024
/** Engines gather 122,880 rows in memory before they write them: 60 MiB of rows of this length. */
const LONG_ROW_BYTES = 512

export interface WriteOptions {
  readonly signal: AbortSignal
  readonly maxBytes: number
  readonly pieceBytes?: number
}

export interface Written {
  readonly paths: readonly string[]
  readonly bytes: number
}

/**
 * Writes records to files that an engine is to read one after the other, and answers their paths. Long rows
 * are written in pieces of some 32 MiB, because a lake writes what it has gathered at the end of each
 * statement. Others are written to one file. Throws NotPlainError for more than `maxBytes`: what is unpacked
 * may be a thousand times as long as its file, and fill the disk.
 */
export async function writePieces(
  records: PlainRecords,
  path: string,
  { signal, maxBytes, pieceBytes = PIECE_BYTES }: WriteOptions,
): Promise<Written> {
  const paths: string[] = []
  let file: FileHandle | undefined
  let written: Promise<void> | undefined
  let bytes = 0
  let allBytes = 0
  let countBefore = 0

  async function begin(): Promise<void> {
    await written
    await file?.close()
    const next = `${path}-${paths.length}`
    file = await open(next, 'w')
    paths.push(next)
  }

  /** Begins to write, once what was written before has arrived: meanwhile the next part is read. */
  async function write(part: Buffer): Promise<void> {
    await written
    written = file?.writeFile(part)
    written?.catch(() => undefined) // is thrown where it is waited for
  }

  try {
    await begin()
    for await (const part of records) {
      signal.throwIfAborted()
      allBytes += part.length
      if (allBytes > maxBytes) throw new NotPlainError()
      const { openBytes, count } = records
      const end = part.length - openBytes
      bytes += part.length
      if (bytes < pieceBytes || end < 0) {
        await write(part)
        continue
      }
      await write(part.subarray(0, end))
      if (bytes - openBytes > (count - countBefore) * LONG_ROW_BYTES) await begin()
      await write(part.subarray(end))
      bytes = openBytes
      countBefore = count
    }
    await written
  } finally {
    await file?.close()
  }
  return { paths, bytes: allBytes }
}
