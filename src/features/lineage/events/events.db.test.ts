import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { newId } from '../../../lib/ids.ts'
import { RECORDING_LOCK } from '../recording/report-store.ts'
import type { LineageEvent } from '../schema.ts'
import { makeEvents } from './work.ts'

const api = useApi()

test('the window of an event is that in which it was generated, however long ago its run began', async () => {
  const place = await aPublishedProject(api)
  const from = new Date().toISOString()
  const events = async () => {
    const before = new Date(Date.now() + 60_000).toISOString()
    const path = `/v1/lineage/events?generatedFrom=${from}&generatedBefore=${before}`
    return (await api.call<{ results: LineageEvent[] }>('GET', path)).body.results
  }
  const [id] = await queuedExecutions(api.db, place, 1)
  await sql`
    update execution set status = 'RUNNING', session_id = ${newId()}, started_at = now() - interval '40 minutes'
     where id = ${id}`.execute(api.db)
  await sql`insert into lineage_run (execution_id) values (${id})`.execute(api.db)
  const [{ event }] = await vi.waitUntil(async () => {
    const [first] = await events()
    return first === undefined ? undefined : ([first] as const)
  }, 10_000)
  expect(event).toMatchObject({ eventType: 'START', run: { runId: id } })
  expect(Date.parse(event.eventTime)).toBeLessThan(Date.parse(from) - 30 * 60_000)
})

test('a run that ended before its beginning was told has its last event once its reports are recorded', async () => {
  const place = await aPublishedProject(api)
  const [id] = await queuedExecutions(api.db, place, 1)
  const told = async () => {
    await makeEvents(api.db, newId(), new AbortController().signal)
    const { rows } = await sql<{ type: string }>`
      select event::json ->> 'eventType' as type from lineage_event where execution_id = ${id} order by seq`.execute(
      api.db,
    )
    return rows.map(({ type }) => type)
  }
  // While another process records, the report waits.
  await api.db.transaction().execute(async (recording) => {
    await sql`select pg_advisory_xact_lock(${RECORDING_LOCK})`.execute(recording)
    await sql`insert into asset_report (execution_id, step_seq, assets) values (${id}, 1, '[]')`.execute(
      api.db,
    )
    await sql`
      update execution set status = 'RUNNING', session_id = ${newId()}, started_at = now() where id = ${id}`.execute(
      api.db,
    )
    await sql`update execution set status = 'FAILED', finished_at = now() where id = ${id}`.execute(api.db)
    await expect.poll(told, { timeout: 10_000 }).toEqual(['START'])
  })
  await expect.poll(told, { timeout: 10_000 }).toEqual(['START', 'FAIL'])
})
