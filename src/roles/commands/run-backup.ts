import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createProgressBar } from '../../cli/terminal/progress-bar.ts'
import { attachEmbeddedPostgres } from '../../db/embedded/attach.ts'
import { ownFolder } from '../../lib/folder-owner.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { backUp, mebibytes } from '../backup/back-up.ts'
import { foldersIn } from '../backup/folders.ts'
import type { Manifest } from '../backup/format.ts'
import { readMasterKey } from '../first-start/data-folder.ts'
import type { Settings } from '../settings/settings.ts'
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
      const { manifest, bytes } = await backUp({
        connectionString: database.connectionString,
        file,
        masterKey,
        hostedFolder: hosted,
        folders: { ...(files !== undefined && { files }), ...(withWarehouse && { warehouse }) },
        onProgress: progress.show,
      })
      progress.clear()
      console.log(summary(file, bytes, manifest, settings))
    } finally {
      await database.stop()
    }
  } finally {
    progress.clear()
    await disown()
  }
  return 0
}

async function openDatabase({ databaseUrl }: Settings, folder: string, log: Log) {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, stop: async () => undefined }
  const place = join(folder, 'postgres')
  await access(join(place, 'password')).catch(() => {
    throw new StartupError(
      `There is nothing to back up: ${folder} contains no installation. Set HEADRACE_DATA_DIR.`,
    )
  })
  return attachEmbeddedPostgres(place, log)
}

function summary(file: string, bytes: number, manifest: Manifest, { gitDir, filesDir }: Settings): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const elsewhere = [
    ...(gitDir === undefined ? [] : [`hosted repositories in ${gitDir}`]),
    ...(filesDir === undefined ? [] : [`files in ${filesDir}`]),
    ...(manifest.folders.includes('warehouse')
      ? []
      : ['the embedded databases of environments (--with-warehouse)']),
  ]
  return [
    `Saved ${rows.toLocaleString('en')} rows and ${manifest.repositories.length} repositories to ${file} (${mebibytes(bytes)}).`,
    manifest.hasMasterKey
      ? 'It contains the master key: anyone who has the file can read every secret in it.'
      : 'It does not contain the master key and is useless without it: keep a copy of the key elsewhere.',
    ...(elsewhere.length > 0 ? [`Not included: ${elsewhere.join('; ')}.`] : []),
  ].join('\n')
}
