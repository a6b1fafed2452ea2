import { resolve } from 'node:path'
import { createProgressBar } from '../../cli/terminal/progress-bar.ts'
import { hasLakeCatalog } from '../../db/embedded/lake-catalog.ts'
import { ownFolder } from '../../lib/folder-owner.ts'
import type { Log } from '../../lib/log.ts'
import { backUp } from '../backup/back-up.ts'
import { foldersIn } from '../backup/folders.ts'
import { backupSummary } from '../backup/summary.ts'
import { readMasterKey } from '../first-start/data-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { attachDatabase, requireInstallation } from './attach-database.ts'
import type { Given } from './given.ts'

/** `headrace backup FILE`: saves the installation, embedded or not, while it runs. */
export async function runBackup(
  settings: Settings,
  log: Log,
  { argument, switches }: Given,
): Promise<number> {
  const folder = resolve(settings.dataDir)
  const file = resolve(argument)
  await requireInstallation(settings, folder, 'There is nothing to back up')
  const masterKey = switches.has('with-master-key') ? await readMasterKey(settings, folder) : undefined
  const withWarehouse = switches.has('with-warehouse')
  const places = foldersIn(settings, folder)
  const disown = withWarehouse ? await ownFolder(folder) : async () => undefined
  const progress = createProgressBar(process.stderr, true)
  try {
    const database = await attachDatabase(settings, folder, log)
    try {
      const { files, warehouse, hosted } = places
      const backedUp = await backUp({
        connectionString: database.connectionString,
        file,
        masterKey,
        hostedFolder: hosted,
        folders: { ...(files !== undefined && { files }), ...(withWarehouse && { warehouse }) },
        onProgress: progress.show,
      })
      progress.clear()
      const hasLake = settings.databaseUrl === undefined && (await hasLakeCatalog(database.connectionString))
      console.log(backupSummary(file, backedUp, { ...settings, hasLake }))
    } finally {
      await database.stop()
    }
  } finally {
    progress.clear()
    await disown()
  }
  return 0
}
