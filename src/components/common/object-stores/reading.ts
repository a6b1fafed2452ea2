import { PassThrough, type Readable, Transform } from 'node:stream'
import { createGzip } from 'node:zlib'

/** More bytes arrived than a transfer may bring. */
export class SourceTooLargeError extends Error {
  override readonly name = 'SourceTooLargeError'
}

export interface ReadingOptions {
  readonly gzip: boolean
  readonly mostBytes: number
  readonly signal: AbortSignal
}

/** The bytes of a transfer; those written are others than those read where they are packed. */
export interface Transferred {
  readonly read: number
  readonly written: number
}

export interface Reading {
  /** To be piped into each other, the first to the last. */
  readonly streams: readonly [Readable, Transform, Transform]
  /** Bytes read so far, before they are packed. */
  bytes(): number
}

/** What `open` reads, counted, and packed when asked. The counting stream fails with SourceTooLargeError. */
export function readingOf(open: () => Readable, { gzip, mostBytes }: ReadingOptions): Reading {
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > mostBytes) done(new SourceTooLargeError())
      else done(null, chunk)
    },
  })
  return { streams: [open(), counting, gzip ? createGzip() : new PassThrough()], bytes: () => bytes }
}
