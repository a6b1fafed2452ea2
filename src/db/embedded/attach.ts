import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ownerOf } from '../../lib/folder-owner.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { databaseName, roleName } from './cluster.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { dataFoldersOf } from './place.ts'

export interface AttachedPostgres {
  readonly connectionString: string
  /** Ends the server if it was started here. */
  stop(): Promise<void>
}

/** The embedded PostgreSQL of `folder`: the one that another process runs there, or one that is started. */
export async function attachEmbeddedPostgres(folder: string, log: Log): Promise<AttachedPostgres> {
  const owner = await ownerOf(folder)
  if (owner === undefined) return startEmbeddedPostgres({ folder, log })
  const password = (await readFile(join(folder, 'password'), 'utf8').catch(() => '')).trim()
  const port = await portOf(await realpath(folder))
  if (port === undefined || password === '')
    throw new StartupError(
      `PostgreSQL of ${folder} is being started by process ${owner}. Try again in a moment.`,
    )
  const address = `127.0.0.1:${port}/${databaseName}`
  const connectionString = `postgres://${roleName}:${encodeURIComponent(password)}@${address}`
  return { connectionString, stop: async () => undefined }
}

/** The fourth line of the file that a running server keeps. */
async function portOf(folder: string): Promise<number | undefined> {
  for (const data of dataFoldersOf(folder)) {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (lines[7]?.trim() === 'ready') return Number(lines[3])
  }
  return undefined
}
