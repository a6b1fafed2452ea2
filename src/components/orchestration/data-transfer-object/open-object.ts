import { accessTo, type CredentialNames } from '../../common/object-stores/access.ts'
import type { ObjectStore } from '../../common/object-stores/object-store.ts'
import { type StoreKind, targetOf } from '../../common/object-stores/target.ts'
import { s3Headers, writtenObject } from '../../common/object-stores/written-object.ts'
import type { StepContext } from '../../component.ts'
import { storePlaceOf, type TransferSettings } from './settings.ts'

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
  return writtenObject(target, { fetch, sign, signal, headers: s3Headers(settings) })
}

const credentialsOf = (settings: TransferSettings): CredentialNames => ({
  accessKeyId: settings.targetAccessKeyId,
  secretAccessKey: settings.targetSecretAccessKey,
  sessionToken: settings.targetSessionToken,
  accountKey: settings.targetAccountKey,
  sasToken: settings.targetSasToken,
  serviceAccount: settings.targetServiceAccount,
})
