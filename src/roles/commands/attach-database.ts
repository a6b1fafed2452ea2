import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type AttachedPostgres, attachEmbeddedPostgres } from '../../db/embedded/attach.ts'
import { readInstalled } from '../../db/installed.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import type { Settings } from '../settings/settings.ts'

/**
 * Throws StartupError, `what` first, unless the folder or the database that is named holds an installation
 * that can be read.
 */
export async function requireInstallation(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  folder: string,
  what: string,
): Promise<void> {
  if (databaseUrl !== undefined) {
    if ((await readInstalled(databaseUrl)) !== undefined) return
    throw new StartupError(`${what}: no Headrace was ever started over this database.`)
  }
  await access(join(folder, 'postgres', 'password')).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'ENOENT'
        ? `${folder} contains no installation. Set HEADRACE_DATA_DIR.`
        : `${folder} cannot be read: ${errorText(error)}. Run this under the account that starts Headrace.`
    throw new StartupError(`${what}: ${reason}`, { cause: error })
  })
}

/** The database of an installation, beside a server that runs with it or without one. Throws StartupError. */
export async function attachDatabase(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  folder: string,
  log: Log,
): Promise<AttachedPostgres> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, stop: async () => undefined }
  return attachEmbeddedPostgres(join(folder, 'postgres'), log)
}
