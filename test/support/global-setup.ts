import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { silent } from '../../src/lib/log.ts'
import { createTemplate } from './template.ts'

/**
 * Once per run (vitest globalSetup): a PostgreSQL for the tests, unless `TEST_DATABASE_URL` names one, and in
 * it the database that test files copy.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  let stop: (() => Promise<void>) | undefined
  if (process.env['TEST_DATABASE_URL'] === undefined) {
    const server = await startTestPostgres()
    process.env['TEST_DATABASE_URL'] = server.connectionString
    stop = server.stop
  }
  await createTemplate()
  return stop
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/** In memory, where there is room: a database is a thousand files, and hundreds of databases come and go. */
async function folderForDatabases(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  const isRoomy = Math.min(bavail * bsize, freemem()) > ROOM_BYTES
  return mkdtemp(join(isRoomy ? MEMORY : tmpdir(), 'headrace-test-'))
}

/** A PostgreSQL in a temporary folder that does not wait for the disk; `stop` removes it. */
export async function startTestPostgres(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const folder = await folderForDatabases()
  const server = await startEmbeddedPostgres({ folder, log: silent, durable: false })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { connectionString: server.connectionString, stop }
}
