import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database.ts'
import { newId } from '../lib/ids.ts'
import { silent } from '../lib/log.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { isUnavailable } from './errors.ts'

const t = useDatabase()
let byKey: Database

beforeAll(() => {
  byKey = openDatabase({ connectionString: t.url, log: silent, byKey: true })
})
afterAll(() => byKey.close())

/** How a few rows of a table are found that is empty as yet. */
async function planOf(db: Db): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain update execution x set last_report = 1 from unnest(${[newId(), newId()]}::uuid[]) as g (id)
             where x.id = g.id`.execute(db)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('by key, a plan that is made while a table is empty does not read all of it when it is large', async () => {
  expect(await planOf(t.db)).toContain('Seq Scan on execution') // or the others prove nothing
  const plans = [await planOf(byKey.db), await byKey.db.transaction().execute(planOf)]
  for (const plan of plans) expect(plan).toMatch(/Index Scan using execution_pkey/)
})

test('by key, the plan of a statement is made once', async () => {
  const byKeyOnce = openDatabase({ connectionString: t.url, log: silent, byKey: true, pipelineCount: 1 })
  const { db } = byKeyOnce
  for (let i = 0; i < 8; i++)
    await sql`update execution x set last_report = 1 from unnest(${[newId()]}::uuid[]) as g (id) where x.id = g.id`.execute(
      db,
    )
  const { rows } = await sql<{ custom: number; generic: number }>`
    select custom_plans as custom, generic_plans as generic
      from pg_prepared_statements where statement like 'update execution%'`.execute(db)
  expect(rows).toEqual([{ custom: 0, generic: 8 }])
  await byKeyOnce.close()
})

test('connections that PostgreSQL terminates fail as unavailable, whatever the driver says, and are replaced', async () => {
  const errors: unknown[] = []
  const sleep = (from: Db) => sql`select pg_sleep(0.01)`.execute(from)
  const note = (error: unknown) => errors.push(error)
  for (let i = 0; i < 20; i++) {
    const asked = Array.from({ length: 5 }, () => [
      sleep(byKey.db).catch(note),
      byKey.db.transaction().execute(sleep).catch(note),
    ]).flat()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(
      t.db,
    )
    await Promise.all(asked)
  }
  expect(errors.length).toBeGreaterThan(0)
  expect(errors.filter((error) => !isUnavailable(error))).toEqual([])
  expect((await sql<{ one: number }>`select 1 as one`.execute(byKey.db)).rows).toEqual([{ one: 1 }])
})
