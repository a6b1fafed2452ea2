import type { Db } from '../../db/database.ts'
import { type Cell, encryptionWith } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { bindRows } from './binding-store.ts'
import { fitsInstallation, isBound, refuseOtherKey, sealCheck } from './master-key.ts'
import * as store from './store.ts'

export interface EnteredInstallation {
  readonly id: string
  /** What secrets are encrypted with. It stays when the master key is changed. */
  readonly dataKey: Buffer
  readonly binding: Binding
}

/**
 * Ciphertexts of earlier versions are bound to no cell: they are read until all of them have been encrypted
 * again.
 */
export interface Binding {
  /** Whether ciphertexts without a cell are refused. */
  isDone(): boolean
  /** One pass: encrypts them again as soon as the previous version has had the time to end. */
  pass(): Promise<void>
}

/**
 * This installation, made by its first start. Throws `StartupError` when the master key is not the one that
 * its data key is kept under.
 */
export async function enterInstallation(db: Db, masterKey: Buffer): Promise<EnteredInstallation> {
  let installation = await store.readInstallation(db)
  if (installation === undefined) {
    const id = newId()
    await store.insertInstallation(db, id, sealCheck(masterKey, id))
    installation = (await store.readInstallation(db))!
  }
  refuseOtherKey(masterKey, installation)
  const { id } = installation
  const dataKey = dataKeyOf(installation, masterKey)
  return { id, dataKey, binding: bindingOf(db, masterKey, isBound(installation)) }
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
    if (fitsInstallation(newKey, installation)) return 'before'
    if (!fitsInstallation(masterKey, installation)) return 'refused'
    await seal(tx, installation, dataKeyOf(installation, masterKey), newKey)
    return 'changed'
  })
}

/**
 * Keeps the data key under `masterKey`. What says that the master key is right also says that all ciphertexts
 * are bound.
 */
async function seal(tx: Db, installation: store.InstallationRow, dataKey: Buffer, masterKey: Buffer) {
  const { id } = installation
  if (!isBound(installation))
    await bindRows(
      tx,
      encryptionWith(dataKey, () => false),
    )
  const sealing = encryptionWith(masterKey)
  await store.updateKeys(tx, {
    masterKeyCheck: sealCheck(masterKey, id),
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

const dataKeyCellOf = (id: string): Cell => ({ column: 'installation.data_key_encrypted', row: id })

function dataKeyOf(installation: store.InstallationRow, masterKey: Buffer): Buffer {
  const { id, dataKeyEncrypted } = installation
  if (dataKeyEncrypted === null) return masterKey
  const opening = encryptionWith(masterKey, () => isBound(installation))
  return Buffer.from(opening.decrypt(dataKeyEncrypted, dataKeyCellOf(id)), 'base64')
}
