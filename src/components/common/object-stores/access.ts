import type { FileContext } from '../../component.ts'
import { sharedAccess, sharedKey } from './azure.ts'
import { bearerOf, serviceAccountOf } from './google-token.ts'
import { signatureV4 } from './s3.ts'
import { type Sign, StoreError } from './sender.ts'
import type { ObjectTarget, StoreKind } from './target.ts'

/** Names of the secrets of one step, each for one way to show who asks; an empty name means the usual one. */
export interface CredentialNames {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
  readonly accountKey: string
  readonly sasToken: string
  readonly serviceAccount: string
}

/**
 * Files of other platforms name no credentials, because there the environment has them: here these secrets
 * are it.
 */
const usualNames = {
  S3: {
    accessKeyId: 'aws-access-key-id',
    secretAccessKey: 'aws-secret-access-key',
    sessionToken: 'aws-session-token',
  },
  AZURE: { accountKey: 'azure-storage-account-key', sasToken: 'azure-storage-sas-token' },
  GCS: {
    serviceAccount: 'gcs-service-account',
    accessKeyId: 'gcs-access-key-id',
    secretAccessKey: 'gcs-secret-access-key',
  },
} as const satisfies Record<StoreKind, Partial<CredentialNames>>

/** Asks for one secret of a step: undefined when none has the usual name. */
type Find = (name: string, usual: string) => Promise<string | undefined>

/**
 * How requests to `target` show who asks, from named secrets. Throws StoreError when one that the step names,
 * or every usual one, is missing, or when a token would be sent readable.
 */
export async function accessTo(
  context: FileContext,
  names: CredentialNames,
  target: ObjectTarget,
  signal: AbortSignal,
): Promise<Sign> {
  const find: Find = async (name, usual) => {
    const value = (await context.secret(name || usual))?.trim()
    if (value === undefined && name !== '') throw new StoreError(`This runner has no secret named "${name}"`)
    return value
  }
  const sign =
    target.kind === 'AZURE'
      ? await azureAccess(find, names, target)
      : ((target.kind === 'GCS' ? await serviceAccess(find, names, target, context, signal) : undefined) ??
        (await keyAccess(find, names, target)))
  if (sign !== undefined) return sign
  const usual = Object.values(usualNames[target.kind]).map((name) => `"${name}"`)
  throw new StoreError(
    `${target.shown} requires authentication: this runner has no secret named ${usual.join(' or ')}`,
  )
}

async function azureAccess(find: Find, names: CredentialNames, target: ObjectTarget) {
  const { accountKey, sasToken } = names
  const key = sasToken === '' ? await find(accountKey, usualNames.AZURE.accountKey) : undefined
  if (key !== undefined) return sharedKey(target.account, Buffer.from(key, 'base64'))
  const token = await find(sasToken, usualNames.AZURE.sasToken)
  if (token === undefined) return undefined
  refusePlainHttp(target)
  return sharedAccess(token)
}

async function serviceAccess(
  find: Find,
  { serviceAccount, accessKeyId }: CredentialNames,
  target: ObjectTarget,
  { fetch, mask }: FileContext,
  signal: AbortSignal,
) {
  if (serviceAccount === '' && accessKeyId !== '') return undefined
  const text = await find(serviceAccount, usualNames.GCS.serviceAccount)
  return text === undefined ? undefined : serviceAccountSign(text, target, { fetch, signal, mask })
}

/** What signing needs that asks somebody else for a token. */
export interface SigningTools {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
  readonly mask: (secret: string) => void
}

/** Signs as the service account of a key file. Throws StoreError when the text is not a key file. */
export function serviceAccountSign(keyFile: string, target: ObjectTarget, tools: SigningTools): Sign {
  const account = serviceAccountOf(keyFile)
  if (account === undefined)
    throw new StoreError('The secret for the service account is not the JSON key file of a service account')
  refusePlainHttp(target)
  return bearerOf(account, tools)
}

async function keyAccess(find: Find, names: CredentialNames, { kind, region }: ObjectTarget) {
  const usual = kind === 'GCS' ? usualNames.GCS : usualNames.S3
  const accessKeyId = await find(names.accessKeyId, usual.accessKeyId)
  const secretAccessKey = await find(names.secretAccessKey, usual.secretAccessKey)
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const sessionToken = kind === 'S3' ? await find(names.sessionToken, usualNames.S3.sessionToken) : undefined
  return signatureV4({ accessKeyId, secretAccessKey, sessionToken }, region)
}

/** A signature says nothing of its key; a token is as good as one, to anybody who reads it. */
export function refusePlainHttp({ url }: ObjectTarget): void {
  if (url.protocol === 'https:') return
  throw new StoreError(`${url.host} uses http://, over which the token would be sent unencrypted`)
}
