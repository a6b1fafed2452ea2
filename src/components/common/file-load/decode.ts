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

type Packing = Exclude<Compression, 'AUTO' | 'NONE'>
type OtherPacking = 'BZIP2' | 'ZIP' | 'XZ' | 'LZ4' | '7Z'

/**
 * How files of a compression begin, as letters of Latin 1. Brotli and raw deflate have no mark of their own.
 */
const marks: readonly (readonly [Packing | OtherPacking, string])[] = [
  ['GZIP', '\x1f\x8b\b'],
  ['ZSTD', '\x28\xb5\x2f\xfd'],
  // A frame to be skipped, with which pzstd begins.
  ['ZSTD', '\x50\x2a\x4d\x18'],
  ...Array.from('123456789', (level) => ['BZIP2', `BZh${level}1AY&SY`] as const),
  ['ZIP', 'PK\x03\x04'],
  ['XZ', '\xfd7zXZ\0'],
  ['LZ4', '\x04\x22\x4d\x18'],
  ['7Z', '7z\xbc\xaf\x27\x1c'],
]

const MARK_BYTES = Math.max(...marks.map(([, mark]) => mark.length))

type Unpacker = Transform & Zlib

const unpackers: Readonly<Record<Packing, () => Unpacker>> = {
  GZIP: createGunzip,
  ZSTD: createZstdDecompress,
  BROTLI: createBrotliDecompress,
  DEFLATE: createInflate,
  RAW_DEFLATE: createInflateRaw,
}

/**
 * The text of a file as it was before it was packed, in bytes; AUTO looks at how it begins. Throws
 * ContentError, also for what is packed after all, or what `bytes` throws.
 */
export async function* unpacked(
  bytes: AsyncIterable<Buffer>,
  compression: Compression,
  name: string,
): AsyncGenerator<Buffer> {
  const file = await lookedAt(bytes, (beginning) => packingOf(beginning, compression, name))
  if (file.seen === undefined) return yield* file.all
  const packing = file.seen
  const text = await lookedAt(unpackedFrames(file.all, packing), (beginning) => {
    const mark = markOf(beginning)
    if (mark !== undefined)
      throw new ContentError(
        `what is compressed in the file as ${packing} is compressed already, with ${mark}: compress it once`,
      )
  })
  yield* text.all
}

/**
 * What `look` sees in the first bytes, at least as many as a mark has, and all of them. Ends `bytes` where it
 * throws.
 */
async function lookedAt<T>(
  bytes: AsyncIterable<Buffer>,
  look: (beginning: Buffer) => T,
): Promise<{ readonly seen: T; readonly all: AsyncGenerator<Buffer> }> {
  const source = bytes[Symbol.asyncIterator]()
  let beginning = Buffer.alloc(0)
  while (beginning.length < MARK_BYTES) {
    const next = await source.next()
    if (next.done) break
    beginning = Buffer.concat([beginning, next.value])
  }
  try {
    return { seen: look(beginning), all: chained([beginning], source) }
  } catch (error) {
    await source.return?.()
    throw error
  }
}

function markOf(beginning: Buffer): Packing | OtherPacking | undefined {
  const letters = beginning.toString('latin1', 0, MARK_BYTES)
  return marks.find(([, mark]) => letters.startsWith(mark))?.[0]
}

/** How to unpack what begins so; undefined for what is not packed. */
function packingOf(beginning: Buffer, compression: Compression, name: string): Packing | undefined {
  const mark = markOf(beginning)
  if (compression === 'NONE' && mark !== undefined)
    throw new ContentError(`the file is compressed with ${mark}: set Compression to AUTO`)
  if (compression === 'NONE' || beginning.length === 0) return undefined
  if (compression !== 'AUTO') return compression
  if (mark === undefined) return /\.br$/i.test(name) ? 'BROTLI' : undefined
  if (isReadable(mark)) return mark
  throw new ContentError(`the file is compressed with ${mark}, which is not supported: use GZIP or ZSTD`)
}

const isReadable = (mark: string): mark is Packing => Object.hasOwn(unpackers, mark)

/** First the pieces that were read already, then the rest. Ends the rest when it is ended itself. */
export async function* chained(
  pieces: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    for (const piece of pieces) if (piece.length > 0) yield piece
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/** A file may hold several of what was packed, one behind another; an unpacker of ZSTD reads one and ends. */
async function* unpackedFrames(source: AsyncGenerator<Buffer>, kind: Packing): AsyncGenerator<Buffer> {
  try {
    let rest: Buffer | undefined = (await source.next()).value
    while (rest !== undefined) {
      rest = yield* unpackedFrame(rest, source, kind)
      // Zeros may fill a file of GZIP up; anything else behind its end it refuses itself.
      if (rest === undefined || kind === 'GZIP') return
      if (kind !== 'ZSTD')
        throw new ContentError(`the file has bytes behind the end of what is compressed as ${kind}`)
    }
  } finally {
    await source.return(undefined)
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

/**
 * Bytes as text. Throws ContentError for bytes that are not of the encoding, unless they are to be replaced.
 */
export async function* decoded(
  bytes: AsyncIterable<Buffer>,
  { encoding: stated, replaceInvalid }: Pick<FileFormat, 'encoding' | 'replaceInvalid'>,
): AsyncGenerator<string> {
  const { seen: encoding, all } = await lookedAt(bytes, (beginning) => encodingOf(beginning, stated))
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
  for await (const chunk of all) yield decode(chunk)
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
