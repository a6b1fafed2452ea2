import { migrate } from '../../db/migrate.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { startApi } from '../api/api.ts'
import { refuseUsedPorts } from '../api/listening.ts'
import { announceAdmin } from '../first-start/admin-credentials.ts'
import { closeSecrets, findMasterKey, openDataFolder, openGitFolder } from '../first-start/data-folder.ts'
import { enterWithKey } from '../first-start/enter-with-key.ts'
import type { Settings } from '../settings/settings.ts'
import { surviveUnhandledRejections } from './defects.ts'
import { giveMemoryBackWhenIdle } from './idle-memory.ts'
import { aborted, untilStopped } from './signals.ts'

/** `headrace api`: one of any number of API processes over the database of `DATABASE_URL`. */
export async function runApiRole(settings: Settings, log: Log): Promise<number> {
  const { databaseUrl } = settings
  if (databaseUrl === undefined) {
    throw new StartupError('headrace api needs DATABASE_URL; headrace start brings a database of its own')
  }
  const stop = untilStopped()
  surviveUnhandledRejections(log)
  giveMemoryBackWhenIdle()
  const folder = await openDataFolder(settings)
  await openGitFolder(settings)
  await refuseUsedPorts(settings)
  await closeSecrets(folder, log)
  const masterKey = await enterWithKey(databaseUrl, folder, await findMasterKey(settings, folder))
  await migrate(databaseUrl, log)
  const api = await startApi({ settings, databaseUrl, masterKey, log, announce: announceAdmin(folder) })
  await aborted(stop)
  log.info({}, 'Stopping')
  await api.close()
  return 0
}
