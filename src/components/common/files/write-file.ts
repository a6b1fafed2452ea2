import { randomUUID } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { open as openFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ReadingOptions, readingOf, type Transferred } from '../object-stores/reading.ts'
import { giveToOwnerOf } from './pinned-folder.ts'

const PARTIAL = /^\..*\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/s

/** Whether a file of this name is one that `store` has not finished. */
export const isPartial = (name: string): boolean => PARTIAL.test(name)

/** What nothing was written to for so long belongs to a runner that was lost. */
const LOST_MS = 24 * 3_600_000

/** Removes an unfinished file that a lost runner left, as far as its folder lets it be removed. */
export async function removeLost(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined)
  if (stats !== undefined && stats.mtimeMs < Date.now() - LOST_MS) await rm(path).catch(() => undefined)
}

/** The same for every one in a folder. */
export async function removeAllLost(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(isPartial)) await removeLost(join(folder, name))
}

/**
 * Writes what `open` reads to `path`, which has the whole of it or what it had before: the bytes go to a
 * neighbour that takes its name at the end. Throws SourceTooLargeError, the stream's error or the signal's
 * reason.
 */
export async function store(
  open: () => Readable,
  path: string,
  options: ReadingOptions,
): Promise<Transferred> {
  const partial = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}.part`)
  const sink = await createFile(partial)
  const { streams, bytes } = readingOf(open, options)
  try {
    await pipeline(...streams, sink, { signal: options.signal })
    await rename(partial, path)
    return { read: bytes(), written: sink.bytesWritten }
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function createFile(path: string): Promise<WriteStream> {
  const file = await openFile(path, 'wx', 0o600)
  await using folder = await openFile(dirname(path))
  await giveToOwnerOf(folder, file)
  return file.createWriteStream({ flush: true })
}
