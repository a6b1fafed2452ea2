import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { aMemberOf } from '../../../../test/support/members.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { aSchedulableProject } from '../../../../test/support/schedules.ts'
import type { Caller } from '../../../http/caller.ts'
import { listUpcoming } from './upcoming-store.ts'

const t = useDatabase()
const OTHERS = 5_000
const later = (minutes: number) => new Date(Date.UTC(2090, 0, 1, 0, minutes))
let busy: Awaited<ReturnType<typeof aSchedulableProject>>
let quiet: typeof busy
let own: string

/** A project with thousands of schedules, and one with a schedule that is due after all of them. */
beforeAll(async () => {
  busy = await aSchedulableProject(t.db)
  quiet = await aSchedulableProject(t.db)
  const one = await busy.add({ nextDueAt: later(0) })
  await sql`
    with made as (
      insert into schedule select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
        from schedule s cross join generate_series(2, ${OTHERS}::integer) where s.id = ${one} returning id)
    insert into schedule_clock
    select (jsonb_populate_record(c, jsonb_build_object('schedule_id', made.id,
             'next_run_at', c.next_run_at + row_number() over () * interval '1 second'))).*
      from schedule_clock c cross join made`.execute(t.db)
  own = await quiet.add({ nextDueAt: later(1_000) })
  await sql`vacuum analyze schedule, schedule_clock`.execute(t.db)
})

async function upcoming(caller: Caller, limit: number) {
  let found: string[] = []
  const read = await rowsRead(t.db, 'schedule_clock', async (tx) => {
    found = (await listUpcoming(tx, caller, limit)).map(({ scheduleId }) => scheduleId)
  })
  return { found, read }
}

test('schedules that a caller does not see cost it nothing', async () => {
  const { found, read } = await upcoming(await aMemberOf(t.db, [quiet.projectId]), 10)
  expect(found).toEqual([own])
  expect(read).toBeLessThan(50)
})

test('a caller who sees thousands of schedules does not read them all', async () => {
  const { found, read } = await upcoming(await aMemberOf(t.db, [busy.projectId, quiet.projectId]), 10)
  expect(found).toHaveLength(10)
  expect(found).not.toContain(own)
  expect(read).toBeLessThan(100)
})
