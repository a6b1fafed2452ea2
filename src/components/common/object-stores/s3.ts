import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { ObjectStore, PartedUpload } from './object-store.ts'
import { element, queryOf, type Send, type Sign, StoreError, type StoreRequest } from './sender.ts'

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** AWS Signature Version 4, the body included. */
export const signatureV4 =
  (credentials: S3Credentials, region: string): Sign =>
  async (request) => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials
    const digest = createHash('sha256').update(request.body ?? '')
    const { url, headers } = await new AwsV4Signer({
      method: request.method,
      url: request.url.href,
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      headers: { ...request.headers, 'x-amz-content-sha256': digest.digest('hex') },
    }).sign()
    return { ...request, url, headers: Object.fromEntries(headers) }
  }

export interface S3Object {
  /** The object's own address, without query. */
  readonly url: URL
  readonly shown: string
  /** What the object is made with: access, encryption. */
  readonly headers: Readonly<Record<string, string>>
  /** `signal` of the transfer is over when an upload is given up; this one still sends. */
  readonly sendLate: Send
}

/** An object behind the S3 API, which Google Cloud Storage's XML API speaks too. */
export function s3Object(send: Send, { url, shown, headers, sendLate }: S3Object): ObjectStore {
  const request = (
    method: StoreRequest['method'],
    query: Readonly<Record<string, string>>,
    body?: Buffer,
    more: Readonly<Record<string, string>> = {},
  ): StoreRequest => {
    const at = new URL(url)
    at.search = queryOf(query)
    return { method, url: at, body, headers: { ...more, ...(body && { 'content-md5': md5(body) }) } }
  }

  async function begin(): Promise<PartedUpload> {
    const { text } = await send(request('POST', { uploads: '' }, undefined, headers))
    const uploadId = element(text, 'UploadId')
    if (uploadId === undefined) throw new StoreError(`${url.host} did not start an upload`)
    const tags: string[] = []
    return {
      part: async (body) => {
        const partNumber = String(tags.length + 1)
        const answer = await send(request('PUT', { partNumber, uploadId }, body))
        tags.push(answer.headers.get('etag') ?? '')
      },
      complete: async () => {
        const more = { 'content-type': 'application/xml' }
        try {
          await send(request('POST', { uploadId }, Buffer.from(partList(tags)), more))
        } catch (error) {
          // A store forgets an upload that it has completed: the answer of an earlier attempt may be lost.
          if (!isUnknownUpload(error) || (await tagThere()) !== tagOfParts(tags)) throw error
        }
      },
      abort: async () => {
        await sendLate(request('DELETE', { uploadId })).catch(() => undefined)
      },
    }
  }

  /** The ETag of the object at the address; undefined where it cannot be read. */
  const tagThere = () =>
    send(request('HEAD', {})).then(
      (answer) => answer.headers.get('etag')?.replaceAll('"', ''),
      () => undefined,
    )

  const put = async (body: Buffer) => {
    await send(request('PUT', {}, body, headers))
  }
  return { shown, put, begin }
}

const md5 = (body: Buffer): string => createHash('md5').update(body).digest('base64')

const isUnknownUpload = (error: unknown): boolean =>
  error instanceof StoreError && error.code === 'NoSuchUpload'

/** What S3 knows an object of these parts by: the digest of their digests, and how many they are. */
const tagOfParts = (tags: readonly string[]): string => {
  const digests = tags.map((tag) => Buffer.from(tag.replaceAll('"', ''), 'hex'))
  return `${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-${tags.length}`
}

const partList = (tags: readonly string[]): string => {
  const parts = tags.map(
    (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  )
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
