import type { Transform } from 'node:stream'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type Zlib,
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
  // A frame to be skipped, with which pzstd begins.
  ['ZSTD', [0x50, 0x2a, 0x4d, 0x18]],
  ['BZIP2', [0x42, 0x5a, 0x68]],
  ['ZIP', [0x50, 0x4b, 0x03, 0x04]],
]

const MARK_BYTES = Math.max(...marks.map(([, mark]) => mark.length))

type Packing = Exclude<Compression, 'AUTO' | 'NONE'>
type Unpacker = Transform & Zlib

const unpackers: Readonly<Record<Packing, () => Unpacker>> = {
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
  const beginning = await beginningOf(source)
  if (beginning.length === 0) return
  const kind = compression === 'AUTO' ? kindOf(beginning, name) : compression
  if (kind === 'NONE') yield* chained(beginning, source)
  else yield* unpackedFrames(beginning, source, kind)
}

/** Chunks of a file until they hold its whole mark. */
async function beginningOf(source: AsyncIterator<Buffer>): Promise<Buffer> {
  let beginning = Buffer.alloc(0)
  while (beginning.length < MARK_BYTES) {
    const next = await source.next()
    if (next.done) break
    beginning = Buffer.concat([beginning, next.value])
  }
  return beginning
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

/** A file may hold several of what was packed, one behind another; an unpacker of ZSTD reads one and ends. */
async function* unpackedFrames(
  first: Buffer,
  source: AsyncIterator<Buffer>,
  kind: Packing,
): AsyncGenerator<Buffer> {
  try {
    let rest: Buffer | undefined = first
    while (rest !== undefined) {
      rest = yield* unpackedFrame(rest, source, kind)
      // Zeros may fill a file of GZIP up; anything else behind its end it refuses itself.
      if (rest === undefined || kind === 'GZIP') return
      if (kind !== 'ZSTD')
        throw new ContentError(`the file has bytes behind the end of what is compressed as ${kind}`)
    }
  } finally {
    await source.return?.()
  }
}

/** Answers the bytes that were read and are behind the end of the frame; undefined at the end of the file. */
async function* unpackedFrame(
  first: Buffer,
  source: AsyncIterator<Buffer>,
  kind: Packing,
): AsyncGenerator<Buffer, Buffer | undefined> {
  const unpacker = unpackers[kind]()
  let failed: unknown
  const feeding = feed(unpacker, first, source).catch((error: unknown) => {
    failed = error
    unpacker.destroy(error as Error)
    return undefined
  })
  try {
    for await (const chunk of unpacker) yield chunk as Buffer
    return await feeding
  } catch (error) {
    if (failed !== undefined) throw failed
    throw new ContentError(`the file cannot be decompressed as ${kind}: ${(error as Error).message}`)
  } finally {
    unpacker.destroy()
    await feeding
  }
}

async function feed(
  unpacker: Unpacker,
  first: Buffer,
  source: AsyncIterator<Buffer>,
): Promise<Buffer | undefined> {
  for (let chunk = first; ; ) {
    const before = unpacker.bytesWritten
    await written(unpacker, chunk)
    const taken = unpacker.bytesWritten - before
    if (taken < chunk.length) return chunk.subarray(taken)
    const next = await source.next()
    if (next.done) break
    chunk = next.value
  }
  unpacker.end()
  return undefined
}

/** Waits until a chunk is unpacked, or the unpacker gone. */
const written = (unpacker: Unpacker, chunk: Buffer): Promise<void> =>
  new Promise((resolve) => {
    unpacker.once('close', resolve)
    unpacker.write(chunk, () => {
      unpacker.off('close', resolve)
      resolve()
    })
  })

/** What a byte order mark says of the bytes behind it, whatever the step says. */
const orderMarks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Bytes as text. Throws ContentError for bytes that are not of the encoding, unless they are to be replaced. */
export async function* decoded(
  bytes: AsyncIterable<Buffer>,
  { encoding: stated, replaceInvalid }: Pick<FileFormat, 'encoding' | 'replaceInvalid'>,
): AsyncGenerator<string> {
  const source = bytes[Symbol.asyncIterator]()
  const beginning = await beginningOf(source)
  const encoding = encodingOf(beginning, stated)
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
  for await (const chunk of chained(beginning, source)) yield decode(chunk)
  yield decode()
}

/** How texts of UTF-16 in letters of most languages begin without a mark: each second byte is zero. */
const wideShapes: Readonly<Record<string, string>> = { x0x0: 'utf-16le', '0x0x': 'utf-16be' }

/** Throws ContentError where the text is visibly of UTF-16, and another encoding is stated. */
function encodingOf(beginning: Buffer, stated: string): string {
  const marked = orderMarks.find(([, mark]) => mark.every((one, index) => beginning[index] === one))
  if (marked !== undefined) return marked[0]
  const shape = Array.from(beginning.subarray(0, 4), (one) => (one === 0 ? '0' : 'x')).join('')
  const wide = wideShapes[shape] ?? stated
  if (wide !== stated)
    throw new ContentError(`the file is ${wide}, not ${stated}: set its Encoding Type to ${wide}`)
  return stated
}
