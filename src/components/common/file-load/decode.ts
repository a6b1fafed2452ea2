import { PassThrough, type Readable, type Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib'
import type { Compression, FileFormat } from './file-format.ts'

/** The content of a file cannot be read as the step says. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}

/** How files of a compression begin. Brotli and raw deflate have no mark of their own. */
const marks: readonly (readonly [Compression | 'BZIP2' | 'ZIP', readonly number[]])[] = [
  ['GZIP', [0x1f, 0x8b]],
  ['ZSTD', [0x28, 0xb5, 0x2f, 0xfd]],
  ['BZIP2', [0x42, 0x5a, 0x68]],
  ['ZIP', [0x50, 0x4b, 0x03, 0x04]],
]

const unpackers: Readonly<Record<Exclude<Compression, 'AUTO'>, () => Transform>> = {
  NONE: () => new PassThrough(),
  GZIP: createGunzip,
  ZSTD: createZstdDecompress,
  BROTLI: createBrotliDecompress,
  DEFLATE: createInflate,
  RAW_DEFLATE: createInflateRaw,
}

/**
 * The bytes of a file as they were before it was packed; AUTO looks at how it begins. Throws ContentError, or what `bytes`
 * throws.
 */
export async function* unpacked(
  bytes: AsyncIterable<Buffer>,
  compression: Compression,
  name: string,
): AsyncGenerator<Buffer> {
  const source = bytes[Symbol.asyncIterator]()
  const first = await source.next()
  if (first.done) return
  const kind = compression === 'AUTO' ? kindOf(first.value, name) : compression
  const all = chained(first.value, source)
  if (kind === 'NONE') {
    yield* all
    return
  }
  yield* through(all, unpackers[kind](), kind)
}

function kindOf(bytes: Buffer, name: string): Exclude<Compression, 'AUTO'> {
  const kind = marks.find(([, mark]) => mark.every((one, index) => bytes[index] === one))?.[0]
  if (kind === 'BZIP2' || kind === 'ZIP')
    throw new ContentError(`the file is compressed with ${kind}, which is not supported: use GZIP or ZSTD`)
  if (kind !== undefined) return kind as Exclude<Compression, 'AUTO'>
  return /\.br$/i.test(name) ? 'BROTLI' : 'NONE'
}

async function* chained(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function* through(
  bytes: AsyncIterable<Buffer>,
  unpacker: Transform,
  kind: string,
): AsyncGenerator<Buffer> {
  let failed: unknown
  const feeding = (async () => {
    try {
      for await (const chunk of bytes) {
        if (unpacker.destroyed) return
        if (!unpacker.write(chunk)) await drained(unpacker)
      }
      unpacker.end()
    } catch (error) {
      failed = error
      unpacker.destroy(error as Error)
    }
  })()
  try {
    for await (const chunk of unpacker as Readable) yield chunk as Buffer
  } catch (error) {
    if (failed !== undefined) throw failed
    throw new ContentError(`the file cannot be decompressed as ${kind}: ${(error as Error).message}`)
  } finally {
    unpacker.destroy()
    await feeding
  }
}

const drained = (unpacker: Transform): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      unpacker.off('drain', done)
      unpacker.off('close', done)
      resolve()
    }
    unpacker.on('drain', done)
    unpacker.on('close', done)
  })

/** Bytes as text. Throws ContentError for bytes that are not of the encoding, unless they are to be replaced. */
export async function* decoded(
  bytes: AsyncIterable<Buffer>,
  { encoding, replaceInvalid }: Pick<FileFormat, 'encoding' | 'replaceInvalid'>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: !replaceInvalid })
  const refused = () =>
    new ContentError(
      `the file has bytes that are not ${encoding}: set its Encoding Type, or set Replace Invalid Characters to True`,
    )
  const decode = (chunk?: Buffer) => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
    } catch {
      throw refused()
    }
  }
  for await (const chunk of bytes) yield decode(chunk)
  yield decode()
}
