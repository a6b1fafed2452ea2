import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ObjectStore, PART_BYTES, type PartedUpload } from './object-store.ts'
import { type ReadingOptions, readingOf, type Transferred } from './reading.ts'

/**
 * Sends what `open` reads to one object, part by part: no more than one part is held.
 * Throws SourceTooLargeError, StoreError, the stream's error or the signal's reason; the object is then what
 * it was before.
 */
export async function upload(
  open: () => Readable,
  store: ObjectStore,
  options: ReadingOptions,
): Promise<Transferred> {
  const { streams, bytes } = readingOf(open, options)
  let begun: PartedUpload | undefined
  let written = 0
  async function send(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const { body, last } of inParts(chunks, PART_BYTES)) {
      written += body.length
      if (last && begun === undefined) return store.put(body)
      begun ??= await store.begin()
      await begun.part(body)
      if (last) await begun.complete()
    }
  }

  try {
    await pipeline(...streams, send, { signal: options.signal })
    return { read: bytes(), written }
  } catch (error) {
    await begun?.abort()
    throw error
  }
}

interface Part {
  readonly body: Buffer
  readonly last: boolean
}

/**
 * Parts of exactly `size` bytes but for the last, of which there is always one. They share their memory: each
 * is good until the next is asked for.
 */
export async function* inParts(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Part> {
  let held = Buffer.alloc(0) // small files are most files: memory for a whole part comes with the first that is large
  let length = 0
  for await (const chunk of chunks) {
    let rest = chunk
    while (length + rest.length > size) {
      held = withRoom(held, length, size)
      const fitting = rest.copy(held, length, 0, size - length)
      yield { body: held, last: false }
      rest = rest.subarray(fitting)
      length = 0
    }
    held = withRoom(held, length, Math.min(size, 2 * (length + rest.length)))
    length += rest.copy(held, length)
  }
  yield { body: held.subarray(0, length), last: true }
}

/** `held`, or a larger one that begins with its first `length` bytes. */
function withRoom(held: Buffer, length: number, bytes: number): Buffer<ArrayBuffer> {
  if (held.length >= bytes) return held as Buffer<ArrayBuffer>
  const larger = Buffer.allocUnsafeSlow(bytes)
  held.copy(larger, 0, 0, length)
  return larger
}
