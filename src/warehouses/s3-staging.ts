import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AwsV4Signer } from 'aws4fetch'
import { errorText } from '../lib/error-text.ts'
import { guardedFetch, type OutgoingPolicy } from '../lib/outgoing-http.ts'
import { textUpTo } from '../lib/text-up-to.ts'
import type { StagingPlace } from './staging-place.ts'
import { WarehouseError } from './warehouse-error.ts'

const PUT_MS = 60_000
/** Short, because a step that was cancelled waits for it. */
const DELETE_MS = 1_500
const SHOWN_CHARACTERS = 300

/** A folder in S3 through which rows reach a database whose own bulk load reads files from there. */
export interface S3Staging {
  /**
   * Writes the text into an object, packed with gzip, lets `copy` read it, and deletes it. Throws
   * WarehouseError, the signal's reason when it aborts.
   */
  through(
    file: { readonly text: string; readonly ending: 'csv' | 'json' },
    signal: AbortSignal,
    copy: (object: StagedObject) => Promise<unknown>,
  ): Promise<void>
}

export interface StagedObject {
  /** `s3://bucket/folder/name`. */
  readonly url: string
  /** Within the folder. */
  readonly name: string
}

export function createS3Staging(place: StagingPlace, policy: OutgoingPolicy): S3Staging {
  const fetch = guardedFetch(policy)
  const { region, endpoint } = place
  const { bucket, folder } = placeOf(place.url)

  async function send(method: 'PUT' | 'DELETE', key: string, body: Buffer | undefined, signal: AbortSignal) {
    const address = endpoint?.replace(/\/+$/, '') ?? `https://s3.${region}.amazonaws.com`
    const digest = createHash('sha256').update(body ?? '')
    const { accessKeyId, secretAccessKey, sessionToken } = place
    const { url, headers } = await new AwsV4Signer({
      method,
      url: `${address}/${[bucket, ...key.split('/')].map(encodeURIComponent).join('/')}`,
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      headers: { 'x-amz-content-sha256': digest.digest('hex') },
    }).sign()
    const answer = await fetch(url, { method, headers, signal, redirect: 'manual', body: body ?? null })
    const text = await textUpTo(answer, SHOWN_CHARACTERS)
    if (!answer.ok) throw new Error(`HTTP ${answer.status} ${text}`.trim())
  }

  async function put(key: string, body: Buffer, signal: AbortSignal): Promise<void> {
    try {
      await send('PUT', key, body, AbortSignal.any([signal, AbortSignal.timeout(PUT_MS)]))
    } catch (error) {
      signal.throwIfAborted()
      const reason = errorText((error as Error).cause ?? error)
      throw new WarehouseError(
        `The rows cannot be written to s3://${bucket}/${key}, through which they are loaded: ${reason}`,
      )
    }
  }

  return {
    async through({ text, ending }, signal, copy) {
      const name = `headrace-${randomUUID()}.${ending}.gz`
      const key = `${folder}${name}`
      try {
        await put(key, await promisify(gzip)(text, { level: 1 }), signal)
        await copy({ url: `s3://${bucket}/${key}`, name })
      } finally {
        // Also when the step was cancelled. What cannot be deleted is left to the bucket's own rules.
        await send('DELETE', key, undefined, AbortSignal.timeout(DELETE_MS)).catch(() => undefined)
      }
    },
  }
}

/** Why an address names no folder in S3; undefined when it does. */
export const stagingFault = (url: string): string | undefined =>
  /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/.*)?$/.test(url)
    ? undefined
    : `"${url}" is not a folder in S3 such as s3://bucket/folder`

function placeOf(url: string): { readonly bucket: string; readonly folder: string } {
  const fault = stagingFault(url)
  if (fault !== undefined) throw new WarehouseError(fault)
  const [bucket = '', ...folders] = url.slice('s3://'.length).split('/')
  return {
    bucket,
    folder: folders
      .filter((part) => part !== '')
      .map((part) => `${part}/`)
      .join(''),
  }
}
