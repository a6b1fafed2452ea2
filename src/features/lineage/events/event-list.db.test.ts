import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { aMemberOf } from '../../../../test/support/members.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import { aSchedulableProject } from '../../../../test/support/schedules.ts'
import type { Caller } from '../../../http/caller.ts'
import { newId } from '../../../lib/ids.ts'
import { listEvents } from './event-store.ts'

const t = useDatabase()
const OTHERS = 20_000
const OWN = 30
const window = { from: '2090-01-01T00:00:00Z', before: '2090-02-01T00:00:00Z' }
let busy: Awaited<ReturnType<typeof aSchedulableProject>>
let quiet: typeof busy

/**
 * Events of two projects, spread over the window; one has as many again in an environment that is closed to
 * its members.
 */
beforeAll(async () => {
  busy = await aSchedulableProject(t.db)
  quiet = await aSchedulableProject(t.db)
  const closed = newId()
  await sql`
    insert into environment
    select (jsonb_populate_record(e, jsonb_build_object('id', ${closed}::uuid, 'name', 'Closed', 'default_user_access_level', 'noAccess'))).*
      from environment e where e.id = ${quiet.environmentId}`.execute(t.db)
  for (const [projectId, environmentId, count] of [
    [busy.projectId, busy.environmentId, OTHERS],
    [quiet.projectId, quiet.environmentId, OWN],
    [quiet.projectId, closed, OWN],
  ] as const)
    await sql`
      insert into lineage_event (seq, id, generated_at, project_id, environment_id, execution_id, event)
      select nextval('lineage_event_seq'), gen_random_uuid(), timestamptz '2090-01-01Z' + n * interval '30 days' / ${count}::integer,
             ${projectId}, ${environmentId}, gen_random_uuid(), json_build_object('n', n)
        from generate_series(0, ${count - 1}::integer) n`.execute(t.db)
  await sql`vacuum analyze lineage_event`.execute(t.db)
})

async function listed(caller: Caller, page: { page: number; size: number; offset: number }) {
  let found: Awaited<ReturnType<typeof listEvents>> | undefined
  const read = await rowsRead(t.db, 'lineage_event', async (tx) => {
    found = await listEvents(tx, caller, window, page)
  })
  return { read, ...found! }
}

test('a page of lineage events has those of the caller by their time, and reads none of other projects', async () => {
  const caller = await aMemberOf(t.db, [quiet.projectId])
  const { read, total, results } = await listed(caller, { page: 1, size: 10, offset: 10 })
  expect(total).toBe(OWN)
  expect(results.map(({ event }) => event)).toEqual(Array.from({ length: 10 }, (_, n) => ({ n: n + 10 })))
  expect(read).toBeLessThan(20 * OWN)
})

test('an administrator of a project also has the events of its closed environments', async () => {
  const caller = await aMemberOf(t.db, [quiet.projectId], 'ADMIN')
  const { total, results } = await listed(caller, { page: 0, size: 4, offset: 0 })
  expect(total).toBe(2 * OWN)
  expect(results.map(({ event }) => event)).toEqual([{ n: 0 }, { n: 0 }, { n: 1 }, { n: 1 }])
})
