import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { migrate } from '../../db/migrate.ts'
import type { Log } from '../../lib/log.ts'
import { openDataFolder } from '../first-start/data-folder.ts'
import type { Settings } from '../settings/settings.ts'

/** `headrace migrate`: applies what is missing and says what that was. */
export async function runMigrate(settings: Settings, log: Log): Promise<number> {
  const embedded =
    settings.databaseUrl === undefined
      ? await startEmbeddedPostgres({ folder: join(await openDataFolder(settings), 'postgres'), log })
      : undefined
  try {
    const { applied } = await migrate(settings.databaseUrl ?? embedded!.connectionString, log)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`)
    return 0
  } finally {
    await embedded?.stop()
  }
}
