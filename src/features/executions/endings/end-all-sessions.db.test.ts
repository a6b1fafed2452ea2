import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aSession, queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import type { RunnerId } from '../../../lib/ids.ts'
import { claimExecutions } from '../queue/claim-store.ts'
import { recordHeartbeat } from '../sessions/session-store.ts'
import { endAllSessions } from './runner-loss-store.ts'

/** Runners of before a restoration may still run. */
const api = useApi()

test('after a restoration no session of before goes on, and what it held is queued without counting as a loss', async () => {
  const place = await aPublishedProject(api)
  const runner = place.agentId as RunnerId
  const [id] = (await queuedExecutions(api.db, place, 1)) as [string]
  const session = await aSession(api.db, runner)
  await claimExecutions(api.db, { id: session, runnerId: runner, connection: 1 }, 10)
  expect(await recordHeartbeat(api.db, session, 1)).toBe(true)

  expect(await endAllSessions(api.db, 'restored')).toMatchObject({ requeued: 1, failed: 0 })

  expect(await recordHeartbeat(api.db, session, 1)).toBe(false)
  const execution = await api.db
    .selectFrom('execution')
    .select(['status', 'session_id', 'runner_losses'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(execution).toEqual({ status: 'QUEUED', session_id: null, runner_losses: 0 })
  const ended = await api.db
    .selectFrom('runner_session')
    .select('end_reason')
    .where('id', '=', session)
    .execute()
  expect(ended).toEqual([{ end_reason: 'restored' }])
})
