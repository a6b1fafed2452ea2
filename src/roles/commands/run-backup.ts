import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createProgressBar } from '../../cli/terminal/progress-bar.ts'
import { hasLakeCatalog } from '../../db/embedded/lake-catalog.ts'
import { ownFolder } from '../../lib/folder-owner.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { backUp } from '../backup/back-up.ts'
import { foldersIn } from '../backup/folders.ts'
import { backupSummary } from '../backup/summary.ts'
import { readMasterKey } from '../first-start/data-folder.ts'
import type { Settings } from '../settings/settings.ts'
import { attachDatabase } from './attach-database.ts'
import type { Given } from './commands.ts'

/** `headrace backup FILE`: saves the installation, embedded or not, while it runs. */
export async function runBackup(
  settings: Settings,
  log: Log,
  { argument, switches }: Given,
): Promise<number> {
  const folder = resolve(settings.dataDir)
  const file = resolve(argument)
  const masterKey = switches.has('with-master-key') ? await readMasterKey(settings, folder) : undefined
  const withWarehouse = switches.has('with-warehouse')
  const places = foldersIn(settings, folder)
  const disown = withWarehouse ? await ownFolder(folder) : async () => undefined
  const progress = createProgressBar(process.stderr, true)
  try {
    const database = await openDatabase(settings, folder, log)
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

async function openDatabase(settings: Settings, folder: string, log: Log) {
  if (settings.databaseUrl === undefined)
    await access(join(folder, 'postgres', 'password')).catch(() => {
      throw new StartupError(
        `There is nothing to back up: ${folder} contains no installation. Set HEADRACE_DATA_DIR.`,
      )
    })
  return attachDatabase(settings, folder, log)
}
