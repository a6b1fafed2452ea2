import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aPlaceWith, aTrigger } from '../../../test/support/triggers.ts'

const api = useApi()

test('a trigger is deleted at once, however long its history is', async () => {
  const { projectId } = await aPlaceWith(api, ['P', 'Q'])
  const { triggerId } = await aTrigger(api, projectId)
  await sql`
    insert into trigger_fire (trigger_id, cause, facts, depth, outcome)
    select ${triggerId}, 'n ' || n, '{}', 1, 'SKIPPED' from generate_series(1, 50010) as n`.execute(api.db)
  const path = `/v1/projects/${projectId}/triggers/${triggerId}`
  expect((await api.call('DELETE', path)).status).toBe(204)
  expect((await api.call('GET', `${path}/history`)).status).toBe(404)
  const { rows } = await sql`select count(*)::integer as left from trigger_fire`.execute(api.db)
  expect(rows).toEqual([{ left: 10 }])
})
