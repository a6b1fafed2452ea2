import { percentEncode } from '../../../lib/percent-encode.ts'
import { withoutTrailing } from '../../../lib/without-trailing.ts'

export type StoreKind = 'S3' | 'AZURE' | 'GCS'

/** Which store a Target Type means, in the words that files use for it. */
export function storeKindOf(targetType: string): StoreKind | undefined {
  const word = targetType.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (/^(amazon|aws)?s3(storage)?$/.test(word)) return 'S3'
  if (/^azure(blob)?(storage)?$/.test(word)) return 'AZURE'
  return /^(gcs|googlecloudstorage|googlestorage)$/.test(word) ? 'GCS' : undefined
}

/** What a step says about a place in an object store; absent texts are empty. */
export interface PlaceSettings {
  /** Bucket or container, and folder. */
  readonly url: string
  /** An address other than the provider's own. */
  readonly endpoint: string
  readonly region: string
}

/** What the component calls these parameters, for messages. */
export type PlaceLabels = Readonly<Record<keyof PlaceSettings, string>>

/** A bucket or container, as it is reached. */
export interface Bucket {
  readonly kind: StoreKind
  /** Without a slash at its end. */
  readonly url: URL
  /** For messages: `s3://orders`. */
  readonly shown: string
  /** Of S3 and Google Cloud Storage. */
  readonly region: string
  /** Of Azure. */
  readonly account: string
  /** What the step says behind the bucket: a folder, or the beginning of names. */
  readonly path: string
}

/** Where an object is written. */
export interface ObjectTarget extends Omit<Bucket, 'path'> {}

interface Place {
  readonly host: string
  readonly bucket: string
  readonly path: string
}

const schemes: Readonly<Record<StoreKind, RegExp>> = {
  S3: /^s3[an]?:\/\//i,
  AZURE: /^(azure|https|wasbs|abfss):\/\//i,
  GCS: /^(gs|gcs):\/\//i,
}

/** What the address of a place must look like. */
export const placeForms: Readonly<Record<StoreKind, string>> = {
  S3: 's3://bucket/folder',
  AZURE: 'azure://account/container/folder, or https://account.blob.core.windows.net/container/folder',
  GCS: 'gs://bucket/folder',
}

/** Why the settings name no place; empty when they do. */
export function placeFaults(
  kind: StoreKind,
  settings: PlaceSettings,
  labels: PlaceLabels,
): readonly string[] {
  const faults: string[] = []
  if (placeOf(kind, settings.url) === undefined)
    faults.push(`${labels.url} must look like ${placeForms[kind]}`)
  if (settings.region !== '' && !/^[a-z0-9-]+$/.test(settings.region))
    faults.push(`${labels.region} is "${settings.region}", which is not a region`)
  if (settings.endpoint === '') return faults
  const url = URL.parse(settings.endpoint)
  if (url === null || !/^https?:$/.test(url.protocol))
    faults.push(`${labels.endpoint} must start with https://`)
  else if (url.username !== '' || url.password !== '' || url.search !== '')
    faults.push(`${labels.endpoint} must be an address without credentials and query`)
  return faults
}

/** `settings` have no faults. */
export function bucketOf(kind: StoreKind, settings: PlaceSettings): Bucket {
  const { host, bucket, path } = placeOf(kind, settings.url)!
  const region = settings.region || (kind === 'S3' ? 'us-east-1' : 'auto')
  const account = host.split('.')[0] ?? ''
  const base = baseOf(kind, settings.endpoint, { host, bucket, region })
  const url = new URL(base.url)
  const root = withoutTrailing(url.pathname, '/')
  url.pathname = base.namesBucket ? root : `${root}/${percentEncode(bucket)}`
  const scheme = { S3: 's3://', AZURE: `azure://${account}/`, GCS: 'gs://' }[kind]
  return { kind, url, shown: `${scheme}${bucket}`, region, account, path }
}

/** The object of this name in a bucket. */
export function objectIn({ path: _, ...bucket }: Bucket, key: string): ObjectTarget {
  const url = new URL(bucket.url)
  url.pathname = `${withoutTrailing(url.pathname, '/')}/${key.split('/').map(percentEncode).join('/')}`
  return { ...bucket, url, shown: `${bucket.shown}/${key}` }
}

/** The place of an object whose name below the step's folder has these parts. `settings` have no faults. */
export function targetOf(kind: StoreKind, settings: PlaceSettings, name: readonly string[]): ObjectTarget {
  const bucket = bucketOf(kind, settings)
  const folder = bucket.path.split('/').filter((part) => part !== '' && part !== '.')
  return objectIn(bucket, [...folder, ...name].join('/'))
}

/** The service's address, and whether it names the bucket already. */
function baseOf(
  kind: StoreKind,
  endpoint: string,
  { host, bucket, region }: Pick<Place, 'host' | 'bucket'> & { readonly region: string },
): { readonly url: string; readonly namesBucket: boolean } {
  if (endpoint !== '') return { url: endpoint, namesBucket: false }
  if (kind === 'GCS') return { url: 'https://storage.googleapis.com', namesBucket: false }
  if (kind === 'AZURE')
    return {
      url: `https://${host.includes('.') ? host : `${host}.blob.core.windows.net`}`,
      namesBucket: false,
    }
  const aws = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // A dot in the bucket's name would not fit the certificate.
  return bucket.includes('.')
    ? { url: `https://${aws}`, namesBucket: false }
    : { url: `https://${bucket}.${aws}`, namesBucket: true }
}

function placeOf(kind: StoreKind, given: string): Place | undefined {
  if (/[?#\\]/.test(given)) return undefined
  const scheme = schemes[kind].exec(given)?.[0] ?? ''
  if (scheme === '' && given.includes('://')) return undefined
  if (scheme === '' && kind === 'AZURE') return undefined
  const [, first = '', path = ''] = /^\/*([^/]*)\/*(.*)$/s.exec(given.slice(scheme.length)) ?? []
  if (path.split('/').includes('..')) return undefined
  if (kind !== 'AZURE') return /^[\w.-]+$/.test(first) ? { host: '', bucket: first, path } : undefined
  return azurePlace(first, path)
}

/**
 * `container@account.dfs.core.windows.net/folder` as analytics write it, else the account and then the
 * container.
 */
function azurePlace(first: string, rest: string): Place | undefined {
  const [container, atHost] = first.split('@')
  const [, own = '', behind = ''] = /^([^/]*)\/*(.*)$/s.exec(rest) ?? []
  const place =
    atHost === undefined
      ? { host: first, bucket: own, path: behind }
      : { host: atHost.replace('.dfs.', '.blob.'), bucket: container ?? '', path: rest }
  return /^[\w.-]+$/.test(place.host) && /^[\w$-]+$/.test(place.bucket) ? place : undefined
}
