import { setTimeout as sleep } from 'node:timers/promises'
import { AddressRefused, type PackedInit } from '../../../lib/outgoing-http.ts'
import type { FileContext } from '../../component.ts'
import { type BucketSettings, bucketAccess } from './bucket-access.ts'
import type { FileEntry, FileStore } from './file-store.ts'
import { AZURE_API_VERSION, listObjects } from './listing.ts'
import { createSender, refusalOf, type Sign, StoreError } from './sender.ts'
import { type Bucket, objectIn } from './target.ts'

const SILENCE_MS = 120_000
const MAX_ATTEMPTS = 5
const FIRST_WAIT_MS = 500
/** A page of a thousand of the longest names. */
const MAX_LIST_BYTES = 16 * 1024 * 1024

/**
 * The bucket that a step names, with the credentials of its secrets. `settings` have no faults. Throws
 * StoreError.
 */
export async function openBucket(context: FileContext, settings: BucketSettings): Promise<FileStore> {
  const { fetch, signal } = context
  const { bucket, sign } = await bucketAccess(context, settings)
  const headers: Record<string, string> = bucket.kind === 'AZURE' ? { 'x-ms-version': AZURE_API_VERSION } : {}
  const reading = { fetch, sign, signal, bucket, headers }
  return {
    path: bucket.path,
    shown: (name) => `${bucket.shown}/${name}`,
    list: () => listObjects(createSender({ fetch, sign, signal, maxAnswerBytes: MAX_LIST_BYTES }), bucket),
    read: (file) => bytesOf(file, reading),
    async remove({ name, version }) {
      const send = createSender({ fetch, sign, signal })
      const asListed = { ...headers, 'if-match': version }
      const request = { url: objectIn(bucket, name).url, headers: asListed, body: undefined }
      // Not every store that speaks the API of S3 takes a condition for a removal.
      if (bucket.kind !== 'AZURE') await send({ ...request, method: 'HEAD' })
      await send({ ...request, method: 'DELETE', headers: bucket.kind === 'AZURE' ? asListed : headers })
    },
  }
}

interface Reading {
  readonly fetch: typeof fetch
  readonly sign: Sign
  readonly signal: AbortSignal
  readonly bucket: Bucket
  readonly headers: Readonly<Record<string, string>>
}

/** An object's bytes. A connection that breaks is made again, and reading goes on where it was. */
async function* bytesOf(file: FileEntry, reading: Reading): AsyncGenerator<Buffer> {
  const { signal, bucket } = reading
  let at = 0
  for (let attempt = 1; ; attempt++) {
    try {
      for await (const chunk of bytesFrom(file, at, reading)) {
        at += chunk.length
        attempt = 1
        yield chunk
      }
      if (at >= file.bytes) return
      throw new Error('the connection was interrupted')
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof StoreError) throw error
      // The connection broke after the last byte: nothing is missing, and no store takes a range from there.
      if (at > 0 && at >= file.bytes) return
      const { cause, message } = error as Error
      if (cause instanceof AddressRefused) throw new StoreError(cause.message)
      const reason = cause instanceof Error && cause.message !== '' ? cause.message : message
      if (attempt === MAX_ATTEMPTS)
        throw new StoreError(`${bucket.shown}/${file.name} could not be read to its end: ${reason}`)
      await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, { signal })
    }
  }
}

async function* bytesFrom(
  file: FileEntry,
  at: number,
  { fetch, sign, signal, bucket, headers }: Reading,
): AsyncGenerator<Buffer> {
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new Error(`it sent nothing for ${SILENCE_MS / 1000} s`)),
    SILENCE_MS,
  )
  const range = bucket.kind === 'AZURE' ? 'x-ms-range' : 'range'
  try {
    const request = await sign({
      method: 'GET',
      url: objectIn(bucket, file.name).url,
      headers: { ...headers, 'if-match': file.version, ...(at > 0 && { [range]: `bytes=${at}-` }) },
      body: undefined,
    })
    // What is stored packed is to come packed: it is counted, and begun again in its middle. Google unpacks
    // it unless it may be packed.
    const encoding = bucket.kind === 'GCS' ? 'gzip' : 'identity'
    const init: PackedInit = {
      headers: { ...request.headers, 'accept-encoding': encoding },
      redirect: 'manual',
      signal: AbortSignal.any([signal, silence.signal]),
      keepsPacked: true,
    }
    const response = await fetch(request.url.href, init)
    if (response.status === 412) {
      await response.body?.cancel()
      throw new StoreError(`${bucket.shown}/${file.name} changed while it was read: run the step again`)
    }
    if (!response.ok || response.body === null) throw await refusalOf(request.url, response, signal)
    if (at > 0 && response.status !== 206) {
      await response.body.cancel()
      throw new StoreError(`${request.url.host} cannot continue in the middle of a file`)
    }
    for await (const chunk of response.body) {
      timer.refresh()
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    }
  } finally {
    clearTimeout(timer)
  }
}
