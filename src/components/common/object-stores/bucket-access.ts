import type { ResolvedConnection } from '../../../connections/resolve.ts'
import { errorText } from '../../../lib/error-text.ts'
import type { FileContext } from '../../component.ts'
import { accessTo, type CredentialNames } from './access.ts'
import { connectedBucket } from './connected-bucket.ts'
import { type Sign, StoreError } from './sender.ts'
import { type Bucket, bucketOf, objectIn, type PlaceSettings, type StoreKind } from './target.ts'

/** A bucket that a step names. */
export interface BucketSettings {
  readonly kind: StoreKind
  readonly place: PlaceSettings
  readonly credentials: CredentialNames
  /**
   * Name of the project's connection with the bucket and the keys. Empty when the step states them itself.
   */
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
    connection === ''
      ? undefined
      : await connectedBucket(await namedConnection(context, connection), { kind, url: given.url }, context)
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
