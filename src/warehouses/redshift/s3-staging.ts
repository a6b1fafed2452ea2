import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { AwsV4Signer } from 'aws4fetch'
import { errorText } from '../../lib/error-text.ts'
import { guardedFetch, type OutgoingPolicy } from '../../lib/outgoing-http.ts'
import type { Cell, RedshiftConnection } from '../warehouse.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { quoteText } from './quote-text.ts'

export type StagingPlace = NonNullable<RedshiftConnection['staging']>

const PUT_MS = 60_000
/** Short, because a step that was cancelled waits for it. */
const DELETE_MS = 1_500
const SHOWN_CHARACTERS = 300

/** A folder in S3 through which rows reach Redshift: its own bulk load, COPY, reads files from there. */
export interface S3Staging {
  /**
   * Writes the rows into an object, lets `copy` run with the statement that fills `table` (quoted) from it, and deletes the
   * object. Throws WarehouseError, the signal's reason when it aborts.
   */
  copied(
    table: string,
    rows: readonly (readonly Cell[])[],
    signal: AbortSignal,
    copy: (sql: string) => Promise<unknown>,
  ): Promise<void>
}

export function createS3Staging(place: StagingPlace, policy: OutgoingPolicy): S3Staging {
  const fetch = guardedFetch(policy)
  const { region, endpoint, iamRole } = place
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
    const text = await answer.text()
    if (!answer.ok) throw new Error(`HTTP ${answer.status} ${text.slice(0, SHOWN_CHARACTERS)}`.trim())
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
    async copied(table, rows, signal, copy) {
      const key = `${folder}headrace-${randomUUID()}.csv.gz`
      const nullText = `null-${randomUUID()}`
      try {
        await put(key, await promisify(gzip)(csvOf(rows, nullText), { level: 1 }), signal)
        await copy(copySql({ table, url: `s3://${bucket}/${key}`, iamRole, region, nullText }))
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

/** Cells in quotes, so that an empty text is one; null is a text that no cell has. */
function csvOf(rows: readonly (readonly Cell[])[], nullText: string): string {
  const quoted = (cell: Cell) => (cell === null ? nullText : `"${cell.replaceAll('"', '""')}"`)
  return rows.map((row) => `${row.map(quoted).join(',')}\n`).join('')
}

interface Copied {
  readonly table: string
  readonly url: string
  readonly iamRole: string
  readonly region: string
  readonly nullText: string
}

function copySql({ table, url, iamRole, region, nullText }: Copied): string {
  const role = iamRole.toLowerCase() === 'default' ? 'default' : quoteText(iamRole)
  return [
    `copy ${table} from ${quoteText(url)} iam_role ${role} region ${quoteText(region)}`,
    `format as csv gzip null as ${quoteText(nullText)} compupdate off statupdate off`,
  ].join('\n')
}
