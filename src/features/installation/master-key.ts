import { type Cell, encryptionWith, isBoundCiphertext } from '../../lib/encryption.ts'
import { StartupError } from '../../lib/startup-error.ts'

const KNOWN_TEXT = 'headrace'

/** Tells which master key belongs to an installation; backups contain it. */
export interface MasterKeyCheck {
  readonly id: string
  readonly masterKeyCheck: Buffer
}

const checkOf = (id: string): Cell => ({ column: 'installation.master_key_check', row: id })

/** The check that only `masterKey` opens, for the installation `id`. */
export const sealCheck = (masterKey: Buffer, id: string): Buffer =>
  encryptionWith(masterKey).encrypt(KNOWN_TEXT, checkOf(id))

/**
 * Whether ciphertexts of the installation without a cell are refused: what says that its master key is right
 * says that, too.
 */
export const isBound = ({ masterKeyCheck }: Pick<MasterKeyCheck, 'masterKeyCheck'>): boolean =>
  isBoundCiphertext(masterKeyCheck)

/** Whether `masterKey` belongs to an installation. */
export function fitsInstallation(masterKey: Buffer, installation: MasterKeyCheck): boolean {
  const { id, masterKeyCheck } = installation
  try {
    const opening = encryptionWith(masterKey, () => isBound(installation))
    return opening.decrypt(masterKeyCheck, checkOf(id)) === KNOWN_TEXT
  } catch {
    return false
  }
}

/**
 * Throws `StartupError` when `masterKey` does not belong to an installation: everything would fail later, and
 * less clearly.
 */
export function refuseOtherKey(masterKey: Buffer, installation: MasterKeyCheck): void {
  if (fitsInstallation(masterKey, installation)) return
  throw new StartupError(
    'The master key is not the one this database was set up with. Set HEADRACE_MASTER_KEY to that key, or put the ' +
      'file master-key of the first start back into the data folder. If a change of the key was interrupted, run ' +
      'headrace rotate-master-key again.',
  )
}
