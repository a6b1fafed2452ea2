import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { KEEP_FIRES_DAYS } from '../rules.ts'
import { deleteOldFires } from './fire-store.ts'

const t = useDatabase()
beforeEach(() => sql`truncate trigger_fire`.execute(t.db))

/** Adds this many, a moment apart, in the order in which they happened. */
const happened = (count: number, ago: string, outcome = 'FIRED') =>
  sql`
    insert into trigger_fire (trigger_id, cause, facts, depth, outcome, occurred_at)
    select gen_random_uuid(), 'n ' || n, '{}', 1, ${outcome}, now() - ${ago}::interval + n * interval '1 second'
      from generate_series(1, ${count}::integer) as n`.execute(t.db)

const sweep = () => rowsRead(t.db, 'trigger_fire', (tx) => deleteOldFires(tx, KEEP_FIRES_DAYS))

async function kept(): Promise<Record<string, number>> {
  const { rows } = await sql<{ outcome: string; count: number }>`
    select outcome, count(*)::integer as count from trigger_fire group by 1 order by 1`.execute(t.db)
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}

test('deletes what is older than 90 days, and reads no more of the history than that', async () => {
  await happened(1, '-1 year', 'FAILED')
  await happened(30, '91 days')
  await happened(3, '91 days', 'WAITING')
  await happened(20_000, '80 days', 'SKIPPED')
  expect(await sweep()).toBeLessThan(400)
  expect(await kept()).toEqual({ FAILED: 1, SKIPPED: 20_000, WAITING: 3 })
})

test('deletes all of it where nothing is younger', async () => {
  await happened(30, '91 days')
  await sweep()
  expect(await kept()).toEqual({})
  await sweep()
})
