import { join } from 'node:path'
import { type AttachedPostgres, attachEmbeddedPostgres } from '../../db/embedded/attach.ts'
import type { Log } from '../../lib/log.ts'
import type { Settings } from '../settings/settings.ts'

/** The database of an installation, beside a server that runs with it or without one. Throws StartupError. */
export async function attachDatabase(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  folder: string,
  log: Log,
): Promise<AttachedPostgres> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl, stop: async () => undefined }
  return attachEmbeddedPostgres(join(folder, 'postgres'), log)
}
