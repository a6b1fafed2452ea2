import type { StepContext } from '../../../component.ts'
import type { TransferSettings } from '../settings.ts'
import { sharedAccess, sharedKey } from './azure.ts'
import { bearerOf, serviceAccountOf } from './google-token.ts'
import { signatureV4 } from './s3.ts'
import { type Sign, StoreError } from './sender.ts'
import type { ObjectTarget, StoreKind } from './target.ts'

/** Files of other platforms name no credentials, because there the environment has them: here these secrets are it. */
const usualNames = {
  S3: {
    targetAccessKeyId: 'aws-access-key-id',
    targetSecretAccessKey: 'aws-secret-access-key',
    targetSessionToken: 'aws-session-token',
  },
  AZURE: { targetAccountKey: 'azure-storage-account-key', targetSasToken: 'azure-storage-sas-token' },
  GCS: {
    targetServiceAccount: 'gcs-service-account',
    targetAccessKeyId: 'gcs-access-key-id',
    targetSecretAccessKey: 'gcs-secret-access-key',
  },
} as const satisfies Record<StoreKind, Partial<Record<keyof TransferSettings, string>>>

/** Asks for one secret of a step: undefined when none has the usual name. */
type Find = (name: string, usual: string) => Promise<string | undefined>

/**
 * How requests to `target` show who asks, from named secrets. Throws StoreError when one that the step names, or
 * every usual one, is missing, or when a token would be sent readable.
 */
export async function accessTo(
  context: StepContext,
  settings: TransferSettings,
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
      ? await azureAccess(find, settings, target)
      : ((target.kind === 'GCS' ? await serviceAccess(find, settings, target, context, signal) : undefined) ??
        (await keyAccess(find, settings, target)))
  if (sign !== undefined) return sign
  const names = Object.values(usualNames[target.kind]).map((name) => `"${name}"`)
  throw new StoreError(
    `${target.shown} asks who writes: this runner has no secret named ${names.join(' or ')}`,
  )
}

async function azureAccess(find: Find, settings: TransferSettings, target: ObjectTarget) {
  const { targetAccountKey, targetSasToken } = settings
  const key =
    targetSasToken === '' ? await find(targetAccountKey, usualNames.AZURE.targetAccountKey) : undefined
  if (key !== undefined) return sharedKey(target.account, Buffer.from(key, 'base64'))
  const token = await find(targetSasToken, usualNames.AZURE.targetSasToken)
  if (token === undefined) return undefined
  refusePlainHttp(target)
  return sharedAccess(token)
}

async function serviceAccess(
  find: Find,
  { targetServiceAccount, targetAccessKeyId }: TransferSettings,
  target: ObjectTarget,
  { fetch, mask }: StepContext,
  signal: AbortSignal,
) {
  if (targetServiceAccount === '' && targetAccessKeyId !== '') return undefined
  const text = await find(targetServiceAccount, usualNames.GCS.targetServiceAccount)
  if (text === undefined) return undefined
  const account = serviceAccountOf(text)
  if (account === undefined)
    throw new StoreError(
      'The secret for Target Service Account is not the JSON key file of a service account',
    )
  refusePlainHttp(target)
  return bearerOf(account, { fetch, signal, mask })
}

async function keyAccess(find: Find, settings: TransferSettings, { kind, region }: ObjectTarget) {
  const usual = kind === 'GCS' ? usualNames.GCS : usualNames.S3
  const accessKeyId = await find(settings.targetAccessKeyId, usual.targetAccessKeyId)
  const secretAccessKey = await find(settings.targetSecretAccessKey, usual.targetSecretAccessKey)
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  const sessionToken =
    kind === 'S3' ? await find(settings.targetSessionToken, usualNames.S3.targetSessionToken) : undefined
  return signatureV4({ accessKeyId, secretAccessKey, sessionToken }, region)
}

/** A signature says nothing of its key; a token is as good as one, to anybody who reads it. */
function refusePlainHttp({ url }: ObjectTarget): void {
  if (url.protocol === 'https:') return
  throw new StoreError(`${url.host} uses http://, over which the token would be sent unencrypted`)
}
