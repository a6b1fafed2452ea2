import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { silent } from '../lib/log.ts'
import { databaseFault } from './health.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder, readMigrations } from './migration-files.ts'

const t = useDatabase()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-migrations-'))
  await cp(migrationsFolder, folder, { recursive: true })
})
afterEach(async () => {
  await rm(folder, { recursive: true })
  await sql`delete from schema_migration where name like '9%'`.execute(t.db)
  await sql`drop table if exists future`.execute(t.db)
})

const migrateWith = (name: string, text: string) =>
  writeFile(join(folder, name), text).then(() => migrate(t.url, silent, readMigrations(folder)))

test('a server starts over a database that a newer one has migrated, and is ready', async () => {
  await migrateWith('9001-future.sql', 'create table future (id uuid);')
  const warnings: unknown[] = []
  const log = { ...silent, warn: (fields: object) => void warnings.push(fields) }
  expect(await migrate(t.url, log)).toEqual({ applied: [] })
  expect(warnings).toEqual([{ migrations: ['9001-future.sql'] }])
  expect(await databaseFault(t.db)).toBeUndefined()
})

test('a server refuses a database that a newer one has migrated beyond what it can run over', async () => {
  const text = '-- Oldest server: 9001. It reads the new table only.\ncreate table future (id uuid);'
  await migrateWith('9001-known.sql', 'select;')
  expect(await migrateWith('9002-future.sql', text)).toEqual({ applied: ['9002-future.sql'] })
  const refused = migrate(t.url, silent)
  await expect(refused).rejects.toThrow(
    /made by a newer Headrace, beside which this version cannot run \(9002/,
  )
  expect(await databaseFault(t.db)).toContain('cannot run over 9002-future.sql')
})

test('a migration that would break servers that run waits for their end', async () => {
  await sql`select 1`.execute(t.db) // a connection of a server
  const text = '-- Oldest server: 9001. Nothing older writes the new column.\ncreate table future (id uuid);'
  const refused = migrateWith('9001-future.sql', text)
  await expect(refused).rejects.toThrow(
    'The migration 9001-future.sql would break servers of the present version. Stop every API process first',
  )
  expect(await databaseFault(t.db)).toBeUndefined()
})

test('while a migration waits for a table that a backup reads, others are served', async () => {
  const reader = new pg.Client(t.url)
  await reader.connect()
  await reader.query('begin; lock table project in access share mode')
  const waiting = Promise.withResolvers<void>()
  const log = { ...silent, warn: () => waiting.resolve() }
  await writeFile(join(folder, '9001-future.sql'), 'alter table project add column future text;')
  const migrated = migrate(t.url, log, readMigrations(folder))
  await waiting.promise
  for (let i = 0; i < 5; i++) await sql`select from project`.execute(t.db)
  await reader.query('commit')
  expect(await migrated).toEqual({ applied: ['9001-future.sql'] })
  await reader.end()
})

test('a connection that is lost during a migration is one sentence, and the next start applies it', async () => {
  const refused = migrateWith('9001-future.sql', 'select pg_terminate_backend(pg_backend_pid());')
  await expect(refused).rejects.toThrow(
    /^The schema migration 9001-future.sql failed and was rolled back: terminating connection/,
  )
  await expect(refused).rejects.toMatchObject({ name: 'StartupError' })
  const applied = await migrateWith('9001-future.sql', 'create table future (id uuid);')
  expect(applied).toEqual({ applied: ['9001-future.sql'] })
})

test('a migration that was changed after it was applied is refused', async () => {
  await migrateWith('9001-future.sql', 'create table future (id uuid);')
  const refused = migrateWith('9001-future.sql', 'create table future (id uuid, name text);')
  await expect(refused).rejects.toThrow('The migration 9001-future.sql was changed after it was applied')
})

test.each([
  ['search_path=pg_catalog', /permission denied.*own the database/],
  ['default_transaction_read_only=on', /read-only transaction.*takes writes/],
  ['search_path=nowhere', /no schema has been selected.*search_path/],
])('what the server refuses is one sentence that says what to do (%s)', async (setting, says) => {
  const url = new URL(t.url)
  url.searchParams.set('options', `-c ${setting}`)
  const refused = migrate(url.href, silent)
  await expect(refused).rejects.toThrow(says)
  await expect(refused).rejects.toMatchObject({ name: 'StartupError' })
})
