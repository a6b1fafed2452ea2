import { percentEncode } from '../../../../lib/percent-encode.ts'

export type StoreKind = 'S3' | 'AZURE' | 'GCS'

/** Which store a Target Type means, in the words that files use for it. */
export function storeKindOf(targetType: string): StoreKind | undefined {
  const word = targetType.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (/^(amazon|aws)?s3$/.test(word)) return 'S3'
  if (/^azure(blob)?(storage)?$/.test(word)) return 'AZURE'
  return /^(gcs|googlecloudstorage|googlestorage)$/.test(word) ? 'GCS' : undefined
}

/** What a step says about the place of an object; absent texts are empty. */
export interface PlaceSettings {
  /** Bucket or container, and folder. */
  readonly targetUrl: string
  /** An address other than the provider's own. */
  readonly targetEndpoint: string
  readonly targetRegion: string
}

/** Where an object is written. */
export interface ObjectTarget {
  readonly kind: StoreKind
  /** Without query. */
  readonly url: URL
  readonly shown: string
  /** Of S3 and Google Cloud Storage. */
  readonly region: string
  /** Of Azure. */
  readonly account: string
}

interface Place {
  readonly host: string
  readonly bucket: string
  readonly folder: readonly string[]
}

const schemes: Readonly<Record<StoreKind, RegExp>> = {
  S3: /^s3[an]?:\/\//i,
  AZURE: /^(azure|https|wasbs|abfss):\/\//i,
  GCS: /^(gs|gcs):\/\//i,
}

/** What Target URL must look like. */
export const targetForms: Readonly<Record<StoreKind, string>> = {
  S3: 's3://bucket/folder',
  AZURE: 'azure://account/container/folder, or https://account.blob.core.windows.net/container/folder',
  GCS: 'gs://bucket/folder',
}

/** Why Target URL, Target Endpoint and Target Region name no place; empty when they do. */
export function targetFaults(kind: StoreKind, settings: PlaceSettings): readonly string[] {
  const { targetUrl, targetEndpoint, targetRegion } = settings
  const faults: string[] = []
  if (placeOf(kind, targetUrl) === undefined) faults.push(`Target URL must look like ${targetForms[kind]}`)
  if (targetRegion !== '' && !/^[a-z0-9-]+$/.test(targetRegion))
    faults.push(`Target Region is "${targetRegion}", which is not a region`)
  if (targetEndpoint === '') return faults
  const url = URL.parse(targetEndpoint)
  if (url === null || !/^https?:$/.test(url.protocol)) faults.push('Target Endpoint must start with https://')
  else if (url.username !== '' || url.password !== '' || url.search !== '')
    faults.push('Target Endpoint must be an address without login and query')
  return faults
}

/** The place of an object whose name below Target URL has these parts. `settings` have no faults. */
export function targetOf(kind: StoreKind, settings: PlaceSettings, name: readonly string[]): ObjectTarget {
  const { host, bucket, folder } = placeOf(kind, settings.targetUrl)!
  const region = settings.targetRegion || (kind === 'S3' ? 'us-east-1' : 'auto')
  const key = [...folder, ...name]
  const account = host.split('.')[0] ?? ''
  const base = baseOf(kind, settings.targetEndpoint, { host, bucket, region })
  const url = new URL(base.url)
  const path = base.namesBucket ? key : [bucket, ...key]
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path.map(percentEncode).join('/')}`
  const scheme = { S3: 's3://', AZURE: `azure://${account}/`, GCS: 'gs://' }[kind]
  return { kind, url, shown: `${scheme}${[bucket, ...key].join('/')}`, region, account }
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

function placeOf(kind: StoreKind, targetUrl: string): Place | undefined {
  if (/[?#\\]/.test(targetUrl)) return undefined
  const scheme = schemes[kind].exec(targetUrl)?.[0] ?? ''
  if (scheme === '' && targetUrl.includes('://')) return undefined
  if (scheme === '' && kind === 'AZURE') return undefined
  const parts = targetUrl
    .slice(scheme.length)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) return undefined
  const [first = '', ...rest] = parts
  if (kind !== 'AZURE') return /^[\w.-]+$/.test(first) ? { host: '', bucket: first, folder: rest } : undefined
  return azurePlace(first, rest)
}

/** `container@account.dfs.core.windows.net/folder` as analytics write it, else the account and then the container. */
function azurePlace(first: string, rest: readonly string[]): Place | undefined {
  const [container, atHost] = first.split('@')
  const place =
    atHost === undefined
      ? { host: first, bucket: rest[0] ?? '', folder: rest.slice(1) }
      : { host: atHost.replace('.dfs.', '.blob.'), bucket: container ?? '', folder: rest }
  return /^[\w.-]+$/.test(place.host) && /^[\w$-]+$/.test(place.bucket) ? place : undefined
}
