import type { Db } from '../../db/database.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { insertInstallation, readInstallation } from './store.ts'

const KNOWN_TEXT = 'headrace'

/**
 * The id of this installation, made by its first start. Throws `StartupError` when the master key is not the one its
 * secrets were encrypted with: it would fail later, and less clearly.
 */
export async function enterInstallation(db: Db, encryption: Encryption): Promise<string> {
  let installation = await readInstallation(db)
  if (installation === undefined) {
    await insertInstallation(db, newId(), encryption.encrypt(KNOWN_TEXT))
    installation = (await readInstallation(db))!
  }
  if (!opens(encryption, installation.masterKeyCheck)) {
    throw new StartupError(
      'The master key is not the one this database was set up with. Set HEADRACE_MASTER_KEY to that key, or put the ' +
        'file master-key of the first start back into the data folder.',
    )
  }
  return installation.id
}

function opens(encryption: Encryption, check: Buffer): boolean {
  try {
    return encryption.decrypt(check) === KNOWN_TEXT
  } catch {
    return false
  }
}
