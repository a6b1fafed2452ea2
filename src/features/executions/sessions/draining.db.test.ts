import { once } from 'node:events'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { connectAs } from '../../../../test/support/wire-runner.ts'
import { newId } from '../../../lib/ids.ts'

/** Runners that stop, and still finish what they have. */
const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>
beforeAll(async () => {
  place = await aPublishedProject(api)
})
beforeEach(() => sql`update runner_session set ended_at = coalesce(ended_at, now())`.execute(api.db))

test('a draining runner keeps its work when its connection breaks and resumes it after reconnecting', async () => {
  const instanceSecret = newId()
  const before = await connectAs(api, place.agentId, { instanceSecret })
  const { session } = await before.heard('welcome')
  const [id] = (await queuedExecutions(api.db, place, 1)) as [string]
  before.say({ kind: 'credit', total: 1 })
  await before.heard('run')
  before.say({ kind: 'draining' })
  const draining = () =>
    api.db.selectFrom('runner_session').select('id').where('draining', '=', true).execute()
  await expect.poll(draining, { timeout: 15_000 }).toEqual([{ id: session }])
  before.socket.terminate()
  await once(before.socket, 'close')

  const after = await connectAs(api, place.agentId, { instanceSecret, session, received: 1, held: [id] })
  expect((await after.heard('welcome')).session).toBe(session)
  const row = await api.db
    .selectFrom('execution')
    .select(['status', 'session_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ status: 'RUNNING', session_id: session })
})
