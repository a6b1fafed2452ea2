import { readInstalled } from '../../db/installed.ts'
import { refuseOtherKey } from '../../features/installation/master-key.ts'
import { makeMasterKey } from './data-folder.ts'

/**
 * The master key to start with over a database: the one that was found, or a new one before the first start.
 * Throws `StartupError` when it is not the key of the installation that is there. Nothing is changed then:
 * this runs before the schema is migrated.
 */
export async function enterWithKey(
  databaseUrl: string,
  folder: string,
  found: Buffer | undefined,
): Promise<Buffer> {
  const installed = await readInstalled(databaseUrl)
  const masterKey = found ?? (await makeMasterKey(folder, installed !== undefined))
  if (installed !== undefined) {
    const { installationId: id, masterKeyCheck } = installed
    refuseOtherKey(masterKey, { id, masterKeyCheck })
  }
  return masterKey
}
