import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/support/template.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { silent } from '../../lib/log.ts'
import { startApi } from '../api/api.ts'
import { readSettings } from '../settings/settings.ts'
import { runApiRole } from './run-api.ts'

const masterKey = randomBytes(32)
let onlooker: Database
let database: Awaited<ReturnType<typeof aDatabase>>

beforeAll(() => {
  onlooker = openDatabase({ connectionString: process.env['TEST_DATABASE_URL']!, log: silent })
})
beforeEach(async () => {
  database = await aDatabase()
})
afterEach(() => database.drop())
afterAll(() => onlooker.close())

const start = (env: Readonly<Record<string, string>> = {}, key = masterKey) => {
  const { settings } = readSettings({ HEADRACE_PORT: '0', ...env }, {})
  return startApi({ settings, databaseUrl: database.url, masterKey: key, log: silent })
}

async function connections(): Promise<number> {
  const name = new URL(database.url).pathname.slice(1)
  const { rows } = await sql`select from pg_stat_activity where datname = ${name}`.execute(onlooker.db)
  return rows.length
}

test('a start that is refused for its master key leaves no connection open', async () => {
  const api = await start()
  expect(await connections()).toBeGreaterThan(0)
  await api.close()
  await expect(start({}, randomBytes(32))).rejects.toThrow('master key')
  await expect.poll(connections).toBe(0)
})

test('a start that cannot listen leaves no connection open', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => other.once('listening', listening))
  const { port } = other.address() as { port: number }
  await expect(start({ HEADRACE_PORT: String(port) })).rejects.toThrow(String(port))
  await expect.poll(connections).toBe(0)
  await new Promise((closed) => other.close(closed))
})

test('a start that is refused for its master key has not migrated the schema', async () => {
  await (await start()).close()
  const newest = sql<{ name: string }>`select max(name) as name from schema_migration`
  const { db, close } = openDatabase({ connectionString: database.url, log: silent })
  onTestFinished(close)
  const [last] = (await newest.execute(db)).rows
  await sql`delete from schema_migration where name = ${last!.name}`.execute(db)
  const [before] = (await newest.execute(db)).rows
  const env = {
    DATABASE_URL: database.url,
    HEADRACE_DATA_DIR: await mkdtemp(join(tmpdir(), 'headrace-start-')),
    HEADRACE_MASTER_KEY: randomBytes(32).toString('base64'),
    HEADRACE_PORT: '0',
  }
  onTestFinished(() => rm(env.HEADRACE_DATA_DIR, { recursive: true }))
  await expect(runApiRole(readSettings(env, {}).settings, silent)).rejects.toThrow('master key')
  expect((await newest.execute(db)).rows).toEqual([before])
})
