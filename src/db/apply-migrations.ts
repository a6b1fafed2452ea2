import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../lib/log.ts'
import { StartupError } from '../lib/startup-error.ts'
import { reasonOf } from './connect.ts'
import type { Migration } from './migration-files.ts'

/** Others wait at most this long behind a migration that waits. */
const LOCK_WAIT_MS = 2_000
const LOCK_PAUSE_MS = 1_000
/** Ten minutes. */
const MAX_LOCK_ATTEMPTS = 200

/**
 * Applies the migrations in one transaction. Where another session uses a table that one of them needs, such
 * as a backup, it waits for moments only and tries again: everybody else would wait behind it. Throws
 * `StartupError` when that takes ten minutes, or when one fails.
 */
export async function applyTogether(
  client: pg.Client,
  migrations: readonly Migration[],
  log: Log,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const failure = await tryToApply(client, migrations)
    if (failure === undefined) return
    const { name, error } = failure
    if (!isLockTimeout(error))
      throw new StartupError(`The schema migration ${name} failed and was rolled back: ${reasonOf(error)}`)
    if (attempt === MAX_LOCK_ATTEMPTS)
      throw new StartupError(
        `The schema migration ${name} needs a table that another session has held for ten minutes. End that ` +
          'session (pg_locks names it), and start again.',
      )
    if (attempt === 1) log.warn({ migration: name }, 'A schema migration waits for a lock of another session')
    await sleep(LOCK_PAUSE_MS)
  }
}

async function tryToApply(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<{ name: string; error: Error } | undefined> {
  let name = ''
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    for (const migration of migrations) {
      name = migration.name
      await apply(client, migration)
    }
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // a connection that was lost rolls back as well
    return { name, error: error as Error }
  }
}

const isLockTimeout = (error: Error): boolean => error instanceof pg.DatabaseError && error.code === '55P03'

/** Applies a migration and notes that it was, in the transaction that the client is in. */
export async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { sql, oldestServer } = migration
  const [name, checksum] = [migration.name, migration.checksum].map(pg.escapeLiteral)
  const statements = [sql, `insert into schema_migration (name, checksum) values (${name}, ${checksum})`]
  // The column came with a migration, so there may be none yet.
  if (oldestServer !== undefined)
    statements.push(`update schema_migration set oldest_server = ${oldestServer} where name = ${name}`)
  // One message for all: each answer is waited for.
  await client.query(statements.join('\n;\n'))
}
