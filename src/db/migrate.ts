import type pg from 'pg'
import type { Log } from '../lib/log.ts'
import { StartupError } from '../lib/startup-error.ts'
import { apply, applyTogether } from './apply-migrations.ts'
import { type Applied, excluding, numberOf, READ_APPLIED } from './compatibility.ts'
import { withConnection } from './connect.ts'
import { countServers } from './connected.ts'
import { type Migration, ownMigrations } from './migration-files.ts'

const OLDEST_SERVER = 15
/** An arbitrary, otherwise unused lock number: one process migrates, the others wait. */
const LOCK = 727_274_001
const CREATE_RECORD = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/**
 * Brings the database to this program's schema: plain SQL files, forward only, each in a transaction of its
 * own (in an empty database all in one), under a lock. Throws `StartupError` when the server cannot be
 * reached or is too old, when the database was made by a newer Headrace that this one cannot run beside, when
 * servers run that a migration would break, or when a file that was applied has changed since.
 */
export async function migrate(
  connectionString: string,
  log: Log,
  migrations = ownMigrations(),
): Promise<{ applied: readonly string[] }> {
  return withConnection(connectionString, 'headrace migrate', async (client) => {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return { applied: await applyMissing(client, await migrations, log) }
  })
}

/**
 * Brings an empty database to the schema of a backup, in the transaction that `client` is in. Throws
 * `StartupError` when a newer Headrace made the backup, or when a migration was changed since.
 */
export async function applyExactly(
  client: pg.Client,
  schema: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  const ours = new Map((await ownMigrations()).map((migration) => [migration.name, migration]))
  const unknown = schema.filter(({ name }) => !ours.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new StartupError(
      `The backup was made by a newer Headrace (it knows ${unknown.join(', ')}). Restore it with that version.`,
    )
  await client.query(CREATE_RECORD)
  for (const { name, checksum } of schema) {
    const migration = ours.get(name)!
    if (checksum !== migration.checksum)
      throw new StartupError(
        `The migration ${name} was changed after the backup was made. Restore the file first.`,
      )
    await apply(client, migration)
  }
}

/**
 * Names of every table and function that any version made, so that others in the same schema are left alone.
 */
export async function ownNames(): Promise<{ tables: string[]; functions: string[] }> {
  const all = (await ownMigrations()).map(({ sql }) => sql).join('\n')
  const named = (pattern: RegExp) => [...new Set([...all.matchAll(pattern)].map(([, name]) => name!))]
  return {
    tables: [...named(/^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/gim), 'schema_migration'],
    functions: named(/^\s*create (?:or replace )?function (\w+)/gim),
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as name",
  )
  if (Number(rows[0]!.number) < OLDEST_SERVER * 10_000) {
    throw new StartupError(
      `PostgreSQL ${rows[0]!.name} is too old: Headrace needs version ${OLDEST_SERVER} or newer. Upgrade the server, ` +
        'or leave DATABASE_URL out to use the embedded one.',
    )
  }
}

async function applyMissing(client: pg.Client, ours: readonly Migration[], log: Log): Promise<string[]> {
  await client.query(CREATE_RECORD)
  const { rows: done } = await client.query<Applied & { checksum: string }>(READ_APPLIED)
  acceptNewerDatabase(ours, done, log)
  const checksums = new Map(done.map(({ name, checksum }) => [name, checksum]))
  const missing = ours.filter((migration) => !checksums.has(migration.name))
  refuseChanged(ours, checksums)
  await refuseToBreakServers(client, missing, done)
  if (done.length === 0) {
    // It has nothing to keep between two of them, and each commit costs a write to disk.
    await applyTogether(client, missing, log)
    log.info({ newestMigration: missing.at(-1)?.name }, 'Created the schema of an empty database')
  } else
    for (const migration of missing) {
      await applyTogether(client, [migration], log)
      log.info({ migration: migration.name }, 'Applied a schema migration')
    }
  return missing.map(({ name }) => name)
}

function refuseChanged(ours: readonly Migration[], checksums: ReadonlyMap<string, string>): void {
  const changed = ours.find(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum)
  if (changed === undefined) return
  throw new StartupError(
    `The migration ${changed.name} was changed after it was applied to this database. ` +
      'Restore the file; make changes in a new migration.',
  )
}

/**
 * A newer server has migrated the database: this one may run beside it where what was changed allows that.
 */
function acceptNewerDatabase(ours: readonly Migration[], done: readonly Applied[], log: Log): void {
  const names = ours.map(({ name }) => name)
  const unknown = done.map(({ name }) => name).filter((name) => !names.includes(name))
  if (unknown.length === 0) return
  const excludes = excluding(names, done)
  if (excludes.length > 0)
    throw new StartupError(
      `The database was made by a newer Headrace, beside which this version cannot run (${excludes.join(', ')}). ` +
        'Start that version, or restore a backup from before the upgrade.',
    )
  log.warn({ migrations: unknown }, 'The database was made by a newer Headrace; this version runs over it')
}

/** Servers that are connected know what the database has now, and no more. */
async function refuseToBreakServers(
  client: pg.Client,
  missing: readonly Migration[],
  done: readonly Applied[],
): Promise<void> {
  const newest = Math.max(0, ...done.map(({ name }) => numberOf(name)))
  const breaking = missing.find(({ oldestServer }) => oldestServer !== undefined && oldestServer > newest)
  if (breaking === undefined || (await countServers(client)) === 0) return
  throw new StartupError(
    `The migration ${breaking.name} would break servers of the present version. Stop every API process first; ` +
      'runners may stay.',
  )
}
