import type { Db } from '../../db/database.ts'
import { type Encryption, encryptionWith } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { StartupError } from '../../lib/startup-error.ts'
import * as store from './store.ts'

const KNOWN_TEXT = 'headrace'

export interface EnteredInstallation {
  readonly id: string
  /** What secrets are encrypted with. It stays when the master key is changed. */
  readonly dataKey: Buffer
}

/**
 * This installation, made by its first start. Throws `StartupError` when the master key is not the one that its data
 * key is kept under: everything would fail later, and less clearly.
 */
export async function enterInstallation(db: Db, masterKey: Buffer): Promise<EnteredInstallation> {
  const encryption = encryptionWith(masterKey)
  let installation = await store.readInstallation(db)
  if (installation === undefined) {
    await store.insertInstallation(db, newId(), encryption.encrypt(KNOWN_TEXT))
    installation = (await store.readInstallation(db))!
  }
  if (opens(encryption, installation.masterKeyCheck)) return entered(installation, masterKey)
  throw new StartupError(
    'The master key is not the one this database was set up with. Set HEADRACE_MASTER_KEY to that key, or put the ' +
      'file master-key of the first start back into the data folder. If a change of the key was interrupted, run ' +
      'headrace rotate-master-key again.',
  )
}

function entered(installation: store.InstallationRow, masterKey: Buffer): EnteredInstallation {
  const { id, dataKeyEncrypted } = installation
  if (dataKeyEncrypted === null) return { id, dataKey: masterKey }
  return { id, dataKey: Buffer.from(encryptionWith(masterKey).decrypt(dataKeyEncrypted), 'base64') }
}

/**
 * Encrypts the data key with another master key, in one transaction. Running servers are not affected; they
 * need the new key when they restart. `changed`: by this call; `before`: an earlier one had done it;
 * `refused`: `masterKey` opens nothing here.
 */
export async function changeMasterKey(
  db: Db,
  masterKey: Buffer,
  newKey: Buffer,
): Promise<'changed' | 'before' | 'refused'> {
  return db.transaction().execute(async (tx) => {
    const installation = await store.lockInstallation(tx)
    if (installation === undefined) return 'refused'
    const sealing = encryptionWith(newKey)
    if (opens(sealing, installation.masterKeyCheck)) return 'before'
    if (!opens(encryptionWith(masterKey), installation.masterKeyCheck)) return 'refused'
    const { dataKey } = entered(installation, masterKey)
    await store.updateKeys(tx, {
      masterKeyCheck: sealing.encrypt(KNOWN_TEXT),
      dataKeyEncrypted: sealing.encrypt(dataKey.toString('base64')),
    })
    return 'changed'
  })
}

function opens(encryption: Encryption, check: Buffer): boolean {
  try {
    return encryption.decrypt(check) === KNOWN_TEXT
  } catch {
    return false
  }
}
