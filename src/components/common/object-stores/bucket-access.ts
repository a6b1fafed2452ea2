import type { ResolvedConnection } from '../../../connections/resolve.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { FileContext } from '../../component.ts'
import { accessTo, type CredentialNames } from './access.ts'
import { signatureV4 } from './s3.ts'
import { type Sign, StoreError } from './sender.ts'
import { type Bucket, bucketOf, objectIn, type PlaceSettings, type StoreKind } from './target.ts'

/** A bucket that a step names. */
export interface BucketSettings {
  readonly kind: StoreKind
  readonly place: PlaceSettings
  readonly credentials: CredentialNames
  /** Name of the project's connection with the bucket and the keys. Empty when the step states them itself. */
  readonly connection: string
}

export interface BucketAccess {
  readonly bucket: Bucket
  readonly sign: Sign
  /** With what the connection says. */
  readonly place: PlaceSettings
}

/** How a step reaches its bucket. `settings` have no faults. Throws StoreError. */
export async function bucketAccess(
  context: FileContext,
  { kind, place: given, credentials, connection }: BucketSettings,
): Promise<BucketAccess> {
  const connected =
    connection === '' ? undefined : connectedBucket(await namedConnection(context, connection), kind, given)
  const place = connected?.place ?? given
  const bucket = bucketOf(kind, place)
  const sign = connected?.sign ?? (await accessTo(context, credentials, objectIn(bucket, ''), context.signal))
  if (bucket.url.protocol === 'http:')
    context.log(`Data is sent unencrypted: ${bucket.url.host} uses http://`)
  return { bucket, sign, place }
}

/** The connection of the project with this name. Throws StoreError. */
export async function namedConnection(context: FileContext, name: string): Promise<ResolvedConnection> {
  const found = await context.connection(name).catch((error: unknown) => {
    context.signal.throwIfAborted()
    throw new StoreError(errorText(error))
  })
  if (found === undefined) throw new StoreError(`The project has no connection named "${name}"`)
  return found
}

/** The bucket is the connection's: an address without one is a path in it. */
function connectedBucket(
  { name, authProvider, properties }: ResolvedConnection,
  kind: StoreKind,
  { url }: PlaceSettings,
): Pick<BucketAccess, 'place' | 'sign'> {
  if (kind !== 'S3')
    throw new StoreError('Connections are for files in S3: name the secrets of other stores in the step')
  if (authProvider !== 'S3')
    throw new StoreError(
      `The connection "${name}" is of type ${authProvider}; files in S3 need one of type S3`,
    )
  const value = (property: string) => String(properties[property] ?? '')
  const bucket = value('bucket')
  const [, scheme = '', rest = ''] = /^(s3[an]?:\/\/)?(.*)$/is.exec(url) ?? []
  const path = scheme === '' ? rest.replace(/^\/+/, '') : rest.slice(bucket.length + 1)
  if (scheme !== '' && rest !== bucket && !rest.startsWith(`${bucket}/`))
    throw new StoreError(
      `The connection "${name}" is for the bucket ${bucket}, and the address names another: leave the bucket out of it`,
    )
  const keys = {
    accessKeyId: value('accessKeyId'),
    secretAccessKey: value('secretAccessKey'),
    sessionToken: value('sessionToken') || undefined,
  }
  return {
    place: { url: `s3://${bucket}/${path}`, endpoint: value('endpoint'), region: value('region') },
    sign: signatureV4(keys, value('region')),
  }
}
