import { resolve } from 'node:path'
import { openDatabase } from '../../db/database.ts'
import { verifyChain } from '../../features/audit/service.ts'
import { enterInstallation } from '../../features/installation/service.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { auditKeyOf } from '../first-start/audit-key.ts'
import { openDataFolder, readMasterKey } from '../first-start/data-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { attachDatabase, requireInstallation } from './attach-database.ts'
import type { Given } from './given.ts'

/**
 * `headrace audit verify`: follows the chain of audit entries. Exit code 1 and the first fault when it is
 * broken. `GET /v1/events/verification` of a server answers the same.
 */
export async function runAudit(settings: Settings, log: Log, { argument: action }: Given): Promise<number> {
  if (action !== 'verify') throw new StartupError(`Unknown action ${action}; use headrace audit verify`)
  await requireInstallation(settings, resolve(settings.dataDir), 'There is no audit trail to verify')
  const folder = await openDataFolder(settings)
  const masterKey = await readMasterKey(settings, folder)
  const attached = await attachDatabase(settings, folder, log)
  const database = openDatabase({ connectionString: attached.connectionString, log })
  try {
    const key = auditKeyOf((await enterInstallation(database.db, masterKey)).dataKey)
    const { intact, entries, hash, fault } = await verifyChain(database.db, key)
    if (intact)
      console.log(`The audit trail is intact: ${entries} entries, the last hash is ${hash || 'none'}.`)
    else console.error(`The audit trail is broken after ${entries} entries: ${fault}.`)
    return intact ? 0 : 1
  } finally {
    await database.close()
    await attached.stop()
  }
}
