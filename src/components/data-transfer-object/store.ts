import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** More bytes arrived than a transfer may bring. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

export interface StoreOptions {
  readonly gzip: boolean
  readonly mostBytes: number
  readonly signal: AbortSignal
}

/**
 * Writes what `open` reads to `path`, which has the whole of it or what it had before: the bytes go to a neighbour that takes
 * its name at the end. Resolves with the bytes read. Throws TooLarge, the stream's error or the signal's reason.
 */
export async function store(open: () => Readable, path: string, options: StoreOptions): Promise<number> {
  const beside = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}.part`)
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > options.mostBytes) done(new TooLarge())
      else done(null, chunk)
    },
  })
  const packing = options.gzip ? [createGzip()] : []
  const sink = createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline([open(), counting, ...packing, sink], { signal: options.signal })
    await rename(beside, path)
    return bytes
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
