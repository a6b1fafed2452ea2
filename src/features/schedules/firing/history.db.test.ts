import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { KEEP_TICKS_DAYS } from '../rules.ts'
import { deleteOldTicks } from './firing-store.ts'

const t = useDatabase()

/** Adds this many, one a minute. */
const decided = (count: number, ago: string) =>
  sql`
    insert into schedule_tick (schedule_id, due_at, outcome, run_at, decided_at)
    select gen_random_uuid(), at, 'FIRED', at, at
      from generate_series(1, ${count}::integer) as n,
           lateral (select now() - ${ago}::interval + n * interval '1 minute' as at) a`.execute(t.db)

const vacuum = () => sql`vacuum analyze schedule_tick`.execute(t.db)
const sweep = () => rowsRead(t.db, 'schedule_tick', (tx) => deleteOldTicks(tx, KEEP_TICKS_DAYS))

test('deletes what is older than 90 days, and reads no more of the history than that, also where it took the place of what was deleted', async () => {
  await decided(20_000, '120 days')
  await decided(1, '1 day')
  await vacuum()
  await sweep()
  await vacuum()
  await decided(20_000, '80 days')
  await decided(30, '91 days')
  await vacuum()
  expect(await sweep()).toBeLessThan(200)
  const { rows } = await sql`
    select count(*)::integer as kept, min(decided_at) > now() - interval '81 days' as "isYoung" from schedule_tick`.execute(
    t.db,
  )
  expect(rows).toEqual([{ kept: 20_001, isYoung: true }])
})
