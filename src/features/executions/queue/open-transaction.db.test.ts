import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aSession, queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { type Database, type Db, openDatabase } from '../../../db/database.ts'
import type { RunnerId, SessionId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { requeueOrphans } from '../endings/runner-loss-store.ts'
import { writeReports } from '../journal/journal-store.ts'
import { readCancelling } from '../sessions/held-store.ts'
import { claimExecutions } from './claim-store.ts'

/**
 * While anybody has a transaction open, as a backup has, PostgreSQL keeps every index entry of what was
 * queued and held since. What is asked for again and again must not walk over them.
 */
const api = useApi()
const BEFORE = 5_000
let holder: pg.Client
let database: Database
let place: Awaited<ReturnType<typeof aPublishedProject>>
let runnerId: RunnerId
let session: SessionId
let held: string
let waiting: string

beforeAll(async () => {
  place = await aPublishedProject(api)
  runnerId = place.agentId as RunnerId
  session = await aSession(api.db, runnerId)
  database = openDatabase({ connectionString: api.databaseUrl, log: silent, byKey: true })
  holder = new pg.Client(api.databaseUrl)
  await holder.connect()
  await holder.query('begin isolation level repeatable read')
  await holder.query('select count(*) from execution')
  await hold(await queue(BEFORE))
  await sql`update execution set status = 'SUCCESS', finished_at = now()`.execute(api.db)
  held = (await queue(1))[0]!
  await hold([held])
  waiting = (await queue(1))[0]!
  await sql`vacuum analyze execution`.execute(api.db)
})

afterAll(async () => {
  await holder.end()
  await database.close()
})

const queue = (count: number) => queuedExecutions(api.db, place, count)
const hold = (ids: readonly string[]) =>
  sql`update execution set status = 'RUNNING', session_id = ${session}, started_at = now()
       where id = any(${ids}::uuid[])`.execute(api.db)

const report = (root: string) => ({
  kind: 'execution-finished' as const,
  root,
  n: 1,
  execution: root,
  status: 'SUCCESS' as const,
  at: new Date().toISOString(),
})

test.each<[string, (tx: Db) => Promise<unknown>]>([
  ['a look for what is to be cancelled', (tx) => readCancelling(tx, [session])],
  ['a scan for orphans', (tx) => requeueOrphans(tx)],
  ['reports', (tx) => writeReports(tx, [{ root: held, session, reports: [report(held)] }])],
  [
    'a claim that knows from where on something waits',
    (tx) => claimExecutions(tx, { id: session, runnerId, connection: 1 }, 20, waiting),
  ],
])('%s', async (_, work) => {
  expect(await rowsRead(database.db, 'execution', work)).toBeLessThan(50)
})

test('and a claim that does not know it, reads all that waited', async () => {
  const read = await rowsRead(database.db, 'execution', (tx) =>
    claimExecutions(tx, { id: session, runnerId, connection: 1 }, 20),
  )
  expect(read).toBeGreaterThan(BEFORE) // or the others prove nothing
})
