import { accessTo, type CredentialNames } from '../../common/object-stores/access.ts'
import { azureBlob } from '../../common/object-stores/azure.ts'
import type { ObjectStore } from '../../common/object-stores/object-store.ts'
import { s3Object } from '../../common/object-stores/s3.ts'
import { createSender } from '../../common/object-stores/sender.ts'
import { type StoreKind, targetOf } from '../../common/object-stores/target.ts'
import type { StepContext } from '../../component.ts'
import { storePlaceOf, type TransferSettings } from './settings.ts'

/** An upload that is given up is taken away within this time, or left to the store's own rules. */
const LAST_WORD_MS = 10_000

/** The object that a transfer writes, ready to be written. `settings` have no faults. Throws StoreError. */
export async function openObject(
  context: StepContext,
  kind: StoreKind,
  { settings, name, signal }: { settings: TransferSettings; name: readonly string[]; signal: AbortSignal },
): Promise<ObjectStore> {
  const target = targetOf(kind, storePlaceOf(settings), name)
  const sign = await accessTo(context, credentialsOf(settings), target, signal)
  if (target.url.protocol === 'http:')
    context.log(`Data is sent unencrypted: ${target.url.host} uses http://`)
  const { fetch } = context
  const send = createSender({ fetch, signal, sign })
  if (kind === 'AZURE') return azureBlob(send, target.url, target.shown)
  const headers = kind === 'S3' ? s3Headers(settings) : {}
  const sendLate: typeof send = (request) =>
    createSender({ fetch, signal: AbortSignal.timeout(LAST_WORD_MS), sign })(request)
  return s3Object(send, { url: target.url, shown: target.shown, headers, sendLate })
}

const credentialsOf = (settings: TransferSettings): CredentialNames => ({
  accessKeyId: settings.targetAccessKeyId,
  secretAccessKey: settings.targetSecretAccessKey,
  sessionToken: settings.targetSessionToken,
  accountKey: settings.targetAccountKey,
  sasToken: settings.targetSasToken,
  serviceAccount: settings.targetServiceAccount,
})

/** Access and encryption of a new object. */
function s3Headers({ accessControl, encryption, kmsKeyId }: TransferSettings): Record<string, string> {
  const sse = encryptionOf(encryption)
  return {
    'content-type': 'application/octet-stream',
    ...(accessControl !== '' && { 'x-amz-acl': cannedOf(accessControl) }),
    ...(sse !== undefined && { 'x-amz-server-side-encryption': sse }),
    ...(sse === 'aws:kms' && kmsKeyId !== '' && { 'x-amz-server-side-encryption-aws-kms-key-id': kmsKeyId }),
  }
}

/** undefined: the default of the bucket. */
const encryptionOf = (text: string): 'AES256' | 'aws:kms' | undefined =>
  /kms/i.test(text) ? 'aws:kms' : /s3|aes/i.test(text) ? 'AES256' : undefined

const cannedOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
