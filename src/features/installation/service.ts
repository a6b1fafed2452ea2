import type { Db } from '../../db/database.ts'
import { type Cell, encryptionWith, isBoundCiphertext } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { bindRows } from './binding-store.ts'
import * as store from './store.ts'

const KNOWN_TEXT = 'headrace'

export interface EnteredInstallation {
  readonly id: string
  /** What secrets are encrypted with. It stays when the master key is changed. */
  readonly dataKey: Buffer
  readonly binding: Binding
}

/** Ciphertexts of earlier versions are bound to no cell: they are read until all of them have been encrypted again. */
export interface Binding {
  /** Whether ciphertexts without a cell are refused. */
  isDone(): boolean
  /** One pass: encrypts them again as soon as the previous version has had the time to end. */
  pass(): Promise<void>
}

/**
 * This installation, made by its first start. Throws `StartupError` when the master key is not the one that its data
 * key is kept under: everything would fail later, and less clearly.
 */
export async function enterInstallation(db: Db, masterKey: Buffer): Promise<EnteredInstallation> {
  let installation = await store.readInstallation(db)
  if (installation === undefined) {
    const id = newId()
    await store.insertInstallation(db, id, encryptionWith(masterKey).encrypt(KNOWN_TEXT, checkOf(id)))
    installation = (await store.readInstallation(db))!
  }
  if (opens(masterKey, installation)) {
    const { id } = installation
    const dataKey = dataKeyOf(installation, masterKey)
    return { id, dataKey, binding: bindingOf(db, masterKey, isBound(installation)) }
  }
  throw new StartupError(
    'The master key is not the one this database was set up with. Set HEADRACE_MASTER_KEY to that key, or put the ' +
      'file master-key of the first start back into the data folder. If a change of the key was interrupted, run ' +
      'headrace rotate-master-key again.',
  )
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
    if (opens(newKey, installation)) return 'before'
    if (!opens(masterKey, installation)) return 'refused'
    await seal(tx, installation, dataKeyOf(installation, masterKey), newKey)
    return 'changed'
  })
}

/** Keeps the data key under `masterKey`. What says that the master key is right also says that all ciphertexts are bound. */
async function seal(tx: Db, installation: store.InstallationRow, dataKey: Buffer, masterKey: Buffer) {
  const { id } = installation
  if (!isBound(installation))
    await bindRows(
      tx,
      encryptionWith(dataKey, () => false),
    )
  const sealing = encryptionWith(masterKey)
  await store.updateKeys(tx, {
    masterKeyCheck: sealing.encrypt(KNOWN_TEXT, checkOf(id)),
    dataKeyEncrypted: sealing.encrypt(dataKey.toString('base64'), dataKeyCellOf(id)),
  })
}

function bindingOf(db: Db, masterKey: Buffer, bound: boolean): Binding {
  let done = bound
  async function pass(): Promise<void> {
    if (done) return
    done = await db.transaction().execute(async (tx) => {
      const installation = (await store.lockInstallation(tx))!
      if (isBound(installation)) return true // by another process
      if (!installation.mayBind) return false
      await seal(tx, installation, dataKeyOf(installation, masterKey), masterKey)
      return true
    })
  }
  return { isDone: () => done, pass }
}

const checkOf = (id: string): Cell => ({ column: 'installation.master_key_check', row: id })
const dataKeyCellOf = (id: string): Cell => ({ column: 'installation.data_key_encrypted', row: id })

const isBound = ({ masterKeyCheck }: Pick<store.InstallationRow, 'masterKeyCheck'>): boolean =>
  isBoundCiphertext(masterKeyCheck)

function dataKeyOf(installation: store.InstallationRow, masterKey: Buffer): Buffer {
  const { id, dataKeyEncrypted } = installation
  if (dataKeyEncrypted === null) return masterKey
  const opening = encryptionWith(masterKey, () => isBound(installation))
  return Buffer.from(opening.decrypt(dataKeyEncrypted, dataKeyCellOf(id)), 'base64')
}

/** Whether `masterKey` is the one of an installation, of which a backup keeps the id and the check. */
export const fitsInstallation = (
  masterKey: Buffer,
  installation: Pick<store.InstallationRow, 'id' | 'masterKeyCheck'>,
): boolean => opens(masterKey, installation)

function opens(
  masterKey: Buffer,
  installation: Pick<store.InstallationRow, 'id' | 'masterKeyCheck'>,
): boolean {
  const { id, masterKeyCheck } = installation
  try {
    const opening = encryptionWith(masterKey, () => isBound(installation))
    return opening.decrypt(masterKeyCheck, checkOf(id)) === KNOWN_TEXT
  } catch {
    return false
  }
}
