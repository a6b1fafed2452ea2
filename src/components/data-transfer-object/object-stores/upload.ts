import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ReadingOptions, readingOf } from '../reading.ts'
import { type ObjectStore, PART_BYTES, type PartedUpload } from './object-store.ts'

/**
 * Sends what `open` reads to one object, part by part: no more than one part is held. Resolves with the bytes read.
 * Throws TooLarge, StoreFault, the stream's error or the signal's reason; the object is then what it was before.
 */
export async function upload(
  open: () => Readable,
  store: ObjectStore,
  options: ReadingOptions,
): Promise<number> {
  const { streams, bytes } = readingOf(open, options)
  let begun: PartedUpload | undefined
  async function send(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const { body, last } of inParts(chunks, PART_BYTES)) {
      if (last && begun === undefined) return store.put(body)
      begun ??= await store.begin()
      await begun.part(body)
      if (last) await begun.complete()
    }
  }

  try {
    await pipeline(...streams, send, { signal: options.signal })
    return bytes()
  } catch (error) {
    await begun?.abort()
    throw error
  }
}

interface Part {
  readonly body: Buffer
  readonly last: boolean
}

/** Parts of exactly `size` bytes but for the last, of which there is always one. */
export async function* inParts(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Part> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let rest = chunk
    while (length + rest.length > size) {
      const fitting = size - length
      yield { body: Buffer.concat([...held, rest.subarray(0, fitting)]), last: false }
      rest = rest.subarray(fitting)
      held = []
      length = 0
    }
    held.push(rest)
    length += rest.length
  }
  yield { body: Buffer.concat(held), last: true }
}
