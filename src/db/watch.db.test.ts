import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { type Forwarder, forward } from '../../test/support/proxy.ts'
import { silent } from '../lib/log.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { isUnavailable } from './errors.ts'

/** Connections of which nobody says that they are dead, and statements that only seem so. */
const t = useDatabase()
let network: Forwarder
let database: Database

beforeEach(async () => {
  const url = new URL(t.url)
  network = await forward([Number(url.port)])
  url.port = String(network.port)
  // One connection of each kind, so that a second statement must use the same.
  database = openDatabase({ connectionString: url.href, log: silent, pipelineCount: 1, poolSize: 1 })
})
afterEach(async () => {
  network.heal()
  await database.close()
  await network.close()
})

const ask = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]!.one)
const askInTransaction = () => database.db.transaction().execute(ask)
/** A single statement and a transaction: each kind has connections of its own. */
const kinds = [() => ask(database.db), askInTransaction]

/** How an answer ended that does not come: 'unavailable' is what clients get 503 for. */
const outcome = (answer: Promise<number>) =>
  answer.catch((error: unknown) => (isUnavailable(error) ? 'unavailable' : error))

for (const way of ['up', 'down'] as const) {
  test(`statements fail when what goes ${way} over their connections gets lost, and the next are answered`, async () => {
    for (const askOnce of kinds) await askOnce()
    network.lose(way)
    const asked = kinds.map((askOnce) => outcome(askOnce()))
    await vi.waitFor(() => expect(network.silenced()).toBe(2), { timeout: 10_000 })
    network.heal() // a new connection works; those that lost something stay silent
    expect(await Promise.all(asked)).toEqual(['unavailable', 'unavailable'])
    for (const askOnce of kinds) expect(await askOnce()).toBe(1)
  })
}

test('statements fail while nobody answers at all, and are answered when somebody does', async () => {
  await ask(database.db)
  await askInTransaction()
  network.stall()
  expect(await Promise.all(kinds.map((askOnce) => outcome(askOnce())))).toEqual([
    'unavailable',
    'unavailable',
  ])
  network.heal()
  for (const askOnce of kinds) expect(await askOnce()).toBe(1)
})

test('a statement that is slow and alive is not cut', async () => {
  const slowly = (db: Db) => sql`select pg_sleep(4)`.execute(db).then(() => 'done')
  const inTransaction = database.db.transaction().execute(slowly)
  expect(await Promise.all([slowly(database.db), inTransaction])).toEqual(['done', 'done'])
})

test('who shares a connection with a statement that waits for a lock does not wait behind it', async () => {
  await ask(database.db)
  const holder = new pg.Client(t.url)
  await holder.connect()
  await holder.query('begin; lock table execution in access exclusive mode')
  const waiting = Array.from({ length: 3 }, () => sql`select from execution limit 1`.execute(database.db))
  const behind = outcome(ask(database.db))
  const ended = await Promise.allSettled(waiting)
  expect(ended.map((one) => one.status === 'rejected' && isUnavailable(one.reason))).toEqual([
    true,
    true,
    true,
  ])
  expect(await behind).toBe('unavailable')
  expect(await ask(database.db)).toBe(1)
  await holder.end()
})

test('no statement is sent behind one that waits for a lock while another connection answers', async () => {
  const two = openDatabase({ connectionString: t.url, log: silent, pipelineCount: 2 })
  const holder = new pg.Client(t.url)
  await holder.connect()
  try {
    await Promise.all([ask(two.db), ask(two.db)])
    await holder.query('begin; lock table execution in access exclusive mode')
    const waiting = sql`select from execution limit 1`.execute(two.db)
    await sleep(100)
    // More are on their way over the other connection than over the one that waits.
    const asked = Array.from({ length: 4 }, () => ask(two.db))
    expect(await Promise.all(asked)).toEqual([1, 1, 1, 1])
    await holder.query('rollback')
    await expect(waiting).resolves.toMatchObject({ rows: [] })
  } finally {
    await holder.end()
    await two.close()
  }
})

test('a connection that takes no writes is replaced once the database takes them again', async () => {
  const name = new URL(t.url).pathname.slice(1)
  const write = (db: Db) => sql`create table if not exists written (n integer)`.execute(db).then(() => 1)
  const writes = [() => write(database.db), () => database.db.transaction().execute(write)]
  const admin = new pg.Client(t.url)
  await admin.connect()
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  for (const one of writes) expect(await outcome(one())).toBe('unavailable')
  await admin.query(`alter database ${name} set default_transaction_read_only = off`)
  await admin.end()
  for (const one of writes) expect(await one()).toBe(1)
})
