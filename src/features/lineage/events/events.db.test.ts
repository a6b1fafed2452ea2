import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { newId } from '../../../lib/ids.ts'
import type { LineageEvent } from '../schema.ts'

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
