import { rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createProgressBar } from '../../cli/terminal/progress-bar.ts'
import { openDatabase } from '../../db/database.ts'
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { endAllSessions } from '../../features/executions/service.ts'
import { fitsInstallation } from '../../features/installation/master-key.ts'
import { ownFolder } from '../../lib/folder-owner.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { type CheckedBackup, checkBackup } from '../backup/read-backup.ts'
import { type Replaced, restore } from '../backup/restore.ts'
import { findMasterKey, openDataFolder } from '../first-start/data-folder.ts'
import type { Settings } from '../settings/settings.ts'
import type { Given } from './given.ts'

/** `headrace restore FILE`: fills an empty installation, or replaces one, with what a backup holds. */
export async function runRestore(
  settings: Settings,
  log: Log,
  { argument, switches }: Given,
): Promise<number> {
  const progress = createProgressBar(process.stderr, true)
  const file = resolve(argument)
  const backup = await checkBackup(file, progress.show)
  const folder = await openDataFolder(settings)
  const disown = await ownFolder(folder)
  try {
    const newKey = await keyToWrite(backup, settings, folder, switches.has('replace'))
    const postgres =
      settings.databaseUrl === undefined
        ? await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log })
        : undefined
    const connectionString = settings.databaseUrl ?? postgres!.connectionString
    try {
      const replaced = await restore({
        connectionString,
        file,
        manifest: backup.manifest,
        replace: switches.has('replace'),
        hostedFolder: join(settings.gitDir ?? join(folder, 'git'), 'hosted'),
        folders: {
          files: settings.filesDir ?? join(folder, 'files'),
          warehouse: join(folder, 'warehouse'),
        },
        onProgress: progress.show,
      })
      if (newKey !== undefined) replaced.push(...(await writeKey(folder, newKey)))
      progress.clear()
      await migrate(connectionString, log)
      console.log(summary(file, backup, replaced, await requeue(connectionString, backup, log)))
    } finally {
      await postgres?.stop()
    }
  } finally {
    progress.clear()
    await disown()
  }
  return 0
}

/**
 * Checks that the secrets of the backup can be opened. Answers the key of the backup where it has to be
 * written.
 */
async function keyToWrite(
  { manifest, masterKey }: CheckedBackup,
  settings: Settings,
  folder: string,
  replace: boolean,
): Promise<Buffer | undefined> {
  const installation = {
    id: manifest.installationId,
    masterKeyCheck: Buffer.from(manifest.masterKeyCheck, 'base64'),
  }
  const present = await findMasterKey(settings, folder)
  if (present !== undefined && fitsInstallation(present, installation)) return undefined
  if (masterKey !== undefined && (present === undefined || (replace && settings.masterKey === undefined)))
    return masterKey
  throw new StartupError(
    present === undefined
      ? 'The backup does not contain its master key. Put the file master-key of that installation into the data folder, ' +
          'or set HEADRACE_MASTER_KEY to it. Nothing was changed.'
      : 'The master key here is not the one of the backup. Put that one into the data folder, or set ' +
          'HEADRACE_MASTER_KEY to it. Nothing was changed.',
  )
}

async function writeKey(folder: string, key: Buffer): Promise<Replaced[]> {
  const path = join(folder, 'master-key')
  const keptAs = `${path}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  const wasThere = await rename(path, keptAs).then(
    () => true,
    () => false,
  )
  await writeFile(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return wasThere ? [{ folder: path, keptAs }] : []
}

/** Runners that still run know sessions that may be younger than the backup: none of them goes on. */
async function requeue(connectionString: string, { manifest }: CheckedBackup, log: Log): Promise<string> {
  const database = openDatabase({ connectionString, log })
  try {
    const { requeued, failed } = await endAllSessions(
      database.db,
      `the installation was restored from a backup of ${manifest.createdAt}`,
    )
    return `${requeued} executions in flight resume, ${failed} failed because their environment says so.`
  } finally {
    await database.close()
  }
}

function summary(
  file: string,
  { manifest }: CheckedBackup,
  replaced: readonly Replaced[],
  executions: string,
): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Restored ${rows.toLocaleString('en')} rows and ${manifest.repositories.length} repositories of ${manifest.createdAt} from ${file}.`,
    executions,
    ...replaced.map(
      ({ folder, keptAs }) => `What was in ${folder} is now ${keptAs}; delete it when all is well.`,
    ),
    'Start Headrace.',
  ].join('\n')
}
