import { percentDecoded } from '../../../lib/percent-encode.ts'
import type { FileEntry } from './file-store.ts'
import { element, elementText, queryOf, type Send, StoreError } from './sender.ts'
import type { Bucket } from './target.ts'

export const AZURE_API_VERSION = '2023-11-03'
const PAGE_ENTRIES = 1_000

/** Every object of a bucket whose name begins with `bucket.path`, page by page. */
export async function* listObjects(
  send: Send,
  bucket: Bucket,
  pageEntries = PAGE_ENTRIES,
): AsyncGenerator<readonly FileEntry[]> {
  const list = bucket.kind === 'AZURE' ? azurePage : s3Page
  let next: string | undefined = ''
  while (next !== undefined) {
    const page: Page = await list(send, bucket, { from: next, pageEntries })
    yield page.files
    next = page.next
  }
}

interface Asked {
  /** Where the page begins; empty for the first. */
  readonly from: string
  readonly pageEntries: number
}

interface Page {
  readonly files: readonly FileEntry[]
  /** Where the next page begins; undefined behind the last. */
  readonly next: string | undefined
}

/**
 * S3 and Google Cloud Storage (ListObjectsV2). Names are asked for encoded, because XML cannot hold every
 * character; the answer says whether they are.
 */
async function s3Page(send: Send, bucket: Bucket, { from, pageEntries }: Asked): Promise<Page> {
  const url = new URL(bucket.url)
  if (url.pathname === '') url.pathname = '/'
  url.search = queryOf({
    ...(from !== '' && { 'continuation-token': from }),
    'encoding-type': 'url',
    'list-type': '2',
    'max-keys': String(pageEntries),
    prefix: bucket.path,
  })
  const { text } = await send({ method: 'GET', url, headers: {}, body: undefined })
  const isEncoded = element(text, 'EncodingType') === 'url'
  const nameOf = (key: string) => (isEncoded ? decoded(key.replaceAll('+', '%20'), bucket) : key)
  const files = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    name: nameOf(elementText(entry, 'Key') ?? ''),
    bytes: Number(element(entry, 'Size')),
    version: element(entry, 'ETag') ?? '',
    modified: instantOf(element(entry, 'LastModified')),
  }))
  const hasMore = element(text, 'IsTruncated') === 'true'
  return { files: filesOf(files), next: hasMore ? nextOf(text, 'NextContinuationToken', bucket) : undefined }
}

async function azurePage(send: Send, bucket: Bucket, { from, pageEntries }: Asked): Promise<Page> {
  const url = new URL(bucket.url)
  url.search = queryOf({
    comp: 'list',
    ...(from !== '' && { marker: from }),
    maxresults: String(pageEntries),
    prefix: bucket.path,
    restype: 'container',
  })
  const { text } = await send({
    method: 'GET',
    url,
    headers: { 'x-ms-version': AZURE_API_VERSION },
    body: undefined,
  })
  const entries = [...text.matchAll(/<Blob>(.*?)<\/Blob>/gs)].map(([, entry = '']) => entry)
  // Accounts with a hierarchical namespace have blobs for their folders, too.
  const files = entries
    .filter((entry) => element(entry, 'ResourceType') !== 'directory')
    .map((entry) => ({
      name: azureName(entry, bucket),
      bytes: Number(element(entry, 'Content-Length')),
      version: element(entry, 'Etag') ?? '',
      modified: instantOf(element(entry, 'Last-Modified')),
    }))
  return { files: filesOf(files), next: element(text, 'NextMarker') || undefined }
}

/** S3 writes ISO 8601, Azure the form of HTTP. */
function instantOf(text: string | undefined): Date | undefined {
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** A name that XML cannot hold is encoded, and says so. */
function azureName(entry: string, bucket: Bucket): string {
  const encoded = /<Name Encoded="true">([^<]*)<\/Name>/.exec(entry)?.[1]
  return encoded === undefined ? (elementText(entry, 'Name') ?? '') : decoded(encoded, bucket)
}

function decoded(name: string, { url }: Bucket): string {
  const text = percentDecoded(name)
  if (text === undefined) throw new StoreError(`${url.host} lists a file whose name is not UTF-8: ${name}`)
  return text
}

function nextOf(text: string, name: string, bucket: Bucket): string {
  const next = element(text, name)
  if (next === undefined) throw new StoreError(`${bucket.url.host} does not say where its list continues`)
  return next
}

/** Without the empty objects that stand for folders. */
const filesOf = (files: readonly FileEntry[]): readonly FileEntry[] =>
  files.filter(({ name }) => name !== '' && !name.endsWith('/'))
