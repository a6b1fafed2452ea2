import type { ResolvedConnection } from '../../../connections/resolve.ts'
import { refusePlainHttp, type SigningTools, serviceAccountSign } from './access.ts'
import { sharedAccess, sharedKey } from './azure.ts'
import { signatureV4 } from './s3.ts'
import { type Sign, StoreError } from './sender.ts'
import {
  bucketOf,
  type ObjectTarget,
  objectIn,
  type PlaceSettings,
  placeFaults,
  type StoreKind,
} from './target.ts'

/** The place and the credentials of a connection to an object store. */
export interface ConnectedBucket {
  readonly kind: StoreKind
  /** In the words of a step that states it itself. */
  readonly place: PlaceSettings
  readonly sign: Sign
}

type Properties = ResolvedConnection['properties']

const kinds: Readonly<Record<string, StoreKind>> = {
  AZURE_BLOB_STORAGE: 'AZURE',
  GOOGLE_CLOUD_STORAGE: 'GCS',
  S3: 'S3',
}

/** The providers of connections by which each store is reached, for messages. */
const providers = Object.fromEntries(
  Object.entries(kinds).map(([provider, kind]) => [kind, provider]),
) as Readonly<Record<StoreKind, string>>

/** The store that connections of a provider lead to; undefined when it is no object store. */
export const storeKindOfProvider = (authProvider: string): StoreKind | undefined =>
  Object.hasOwn(kinds, authProvider) ? kinds[authProvider] : undefined

/** The provider of connections by which a store is reached. */
export const providerOfStoreKind = (kind: StoreKind): string => providers[kind]

/** The address of a connection's bucket, as a step would write it: `s3://bucket`. */
export function bucketAddress(kind: StoreKind, properties: Properties): string {
  const value = valueIn(properties)
  if (kind === 'AZURE') return `azure://${value('account')}/${value('container')}`
  return `${kind === 'S3' ? 's3' : 'gs'}://${value('bucket')}`
}

/**
 * The bucket of a connection, and `url` in it: an address without one is a path. `kind`: what the step says
 * that its files are in. Throws StoreError.
 */
export async function connectedBucket(
  { name, authProvider, properties }: ResolvedConnection,
  { kind, url }: { readonly kind: StoreKind; readonly url: string },
  tools: SigningTools,
): Promise<ConnectedBucket> {
  if (storeKindOfProvider(authProvider) !== kind)
    throw new StoreError(
      `The connection "${name}" is of type ${authProvider}; these files need one of type ${providers[kind]}`,
    )
  const value = valueIn(properties)
  const address = bucketAddress(kind, properties)
  const settings = { endpoint: value('endpoint'), region: kind === 'S3' ? value('region') : '' }
  const own = bucketOf(kind, { url: address, ...settings })
  const given = url.includes('://') ? bucketOf(kind, { url, ...settings }) : undefined
  if (given !== undefined && given.shown !== own.shown)
    throw new StoreError(
      `The connection "${name}" is for ${own.shown}, but the address names another: leave the bucket out of it`,
    )
  const path = given === undefined ? url.replace(/^\/+/, '') : given.path
  const place = { url: `${address}/${path}`, ...settings }
  const faults = placeFaults(kind, place, { url: 'The address', endpoint: 'Endpoint', region: 'Region' })
  if (faults.length > 0) throw new StoreError(faults.join('. '))
  return {
    kind,
    place,
    sign: await signOf(kind, value, objectIn(own, ''), tools),
  }
}

async function signOf(
  kind: StoreKind,
  value: (property: string) => string,
  target: ObjectTarget,
  tools: SigningTools,
): Promise<Sign> {
  if (kind === 'AZURE') {
    if (value('accountKey') !== '')
      return sharedKey(value('account'), Buffer.from(value('accountKey'), 'base64'))
    refusePlainHttp(target)
    return sharedAccess(value('sasToken'))
  }
  if (value('keyFile') !== '') return serviceAccountSign(value('keyFile'), target, tools)
  const [accessKeyId, secretAccessKey] = [value('accessKeyId'), value('secretAccessKey')]
  const sessionToken = value('sessionToken') || undefined
  return signatureV4({ accessKeyId, secretAccessKey, sessionToken }, target.region)
}

const valueIn = (properties: Properties) => (property: string) => String(properties[property] ?? '').trim()
