import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { installed } from '../lib/installation.ts'
import type { Log } from '../lib/log.ts'
import { StartupError } from '../lib/startup-error.ts'
import { connect, reasonOf } from './connect.ts'

const OLDEST_SERVER = 15
/** An arbitrary, otherwise unused lock number: one process migrates, the others wait. */
const LOCK = 727_274_001
const folder = installed('db/migrations')

const CREATE_RECORD = `create table if not exists schema_migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`
const RECORD = 'insert into schema_migration (name, checksum) values ($1, $2)'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Brings the database to this program's schema: plain SQL files, forward only, each in a transaction of its own,
 * under a lock. Throws `StartupError` when the server cannot be reached or is too old, when the database was made by
 * a newer Headrace, or when a file that was applied has changed since.
 */
export async function migrate(connectionString: string, log: Log): Promise<{ applied: readonly string[] }> {
  const client = await connect(connectionString, 'headrace migrate')
  try {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return { applied: await applyMissing(client, await readMigrations(), log) }
  } finally {
    await client.end()
  }
}

/**
 * Brings an empty database to the schema of a backup, in the transaction that `client` is in. Throws `StartupError` when
 * a newer Headrace made the backup, or when a migration was changed since.
 */
export async function applyExactly(
  client: pg.Client,
  schema: readonly { readonly name: string; readonly checksum: string }[],
): Promise<void> {
  const ours = new Map((await readMigrations()).map((migration) => [migration.name, migration]))
  const unknown = schema.filter(({ name }) => !ours.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new StartupError(
      `The backup was made by a newer Headrace (it knows ${unknown.join(', ')}). Restore it with that version.`,
    )
  await client.query(CREATE_RECORD)
  for (const { name, checksum } of schema) {
    const { sql, checksum: known } = ours.get(name)!
    if (checksum !== known)
      throw new StartupError(
        `The migration ${name} was changed after the backup was made. Restore the file first.`,
      )
    await client.query(sql)
    await client.query(RECORD, [name, checksum])
  }
}

/** Names of every table and function that any version made, so that others in the same schema are left alone. */
export async function ownNames(): Promise<{ tables: string[]; functions: string[] }> {
  const all = (await readMigrations()).map(({ sql }) => sql).join('\n')
  const named = (pattern: RegExp) => [...new Set([...all.matchAll(pattern)].map(([, name]) => name!))]
  return {
    tables: [...named(/^\s*create (?:unlogged )?table (?:if not exists )?(\w+)/gim), 'schema_migration'],
    functions: named(/^\s*create (?:or replace )?function (\w+)/gim),
  }
}

/** Names of migrations of this program that the database lacks, for health checks. */
export async function missingMigrations(applied: readonly string[]): Promise<string[]> {
  return (await readMigrations()).map(({ name }) => name).filter((name) => !applied.includes(name))
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
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration',
  )
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  refuseNewerDatabase(ours, [...done.keys()])
  const missing: string[] = []
  for (const migration of ours) {
    const checksum = done.get(migration.name)
    if (checksum === migration.checksum) continue
    if (checksum !== undefined) {
      throw new StartupError(
        `The migration ${migration.name} was changed after it was applied to this database. ` +
          'Restore the file; make changes in a new migration.',
      )
    }
    await apply(client, migration)
    missing.push(migration.name)
    log.info({ migration: migration.name }, 'Applied a schema migration')
  }
  return missing
}

function refuseNewerDatabase(ours: readonly Migration[], done: readonly string[]): void {
  const unknown = done.filter((name) => !ours.some((migration) => migration.name === name))
  if (unknown.length === 0) return
  throw new StartupError(
    `The database was made by a newer Headrace (it knows ${unknown.join(', ')}). ` +
      'Start that version, or restore a backup from before the upgrade.',
  )
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(RECORD, [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new StartupError(
      `The schema migration ${name} failed and was rolled back: ${reasonOf(error as Error)}`,
    )
  }
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
