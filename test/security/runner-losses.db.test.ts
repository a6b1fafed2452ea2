import { beforeAll, expect, test } from 'vitest'
import { expireSessions } from '../../src/features/executions/endings/lease-store.ts'
import { endSession, endSessionsOfRunner } from '../../src/features/executions/endings/runner-loss-store.ts'
import { claimExecutions } from '../../src/features/executions/queue/claim-store.ts'
import type { RunnerId, SessionId } from '../../src/lib/ids.ts'
import { useApi } from '../support/api.ts'
import { aSession, queuedExecutions, silenceOf } from '../support/executions.ts'
import { aPublishedProject } from '../support/factories.ts'

const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>
let runner: RunnerId

beforeAll(async () => {
  place = await aPublishedProject(api)
  runner = place.agentId as RunnerId
})

/** An execution that a new session of the runner holds. */
async function held(id: string): Promise<SessionId> {
  const session = await aSession(api.db, runner)
  const { runs } = await claimExecutions(api.db, { id: session, runnerId: runner, connection: 1 }, 10)
  expect(runs.map(({ execution }) => execution)).toEqual([id])
  return session
}

const stateOf = (id: string) =>
  api.db
    .selectFrom('execution')
    .select(['status', 'message', 'runner_losses'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('an execution that lost its runner more than five times fails instead of taking the next one down', async () => {
  const [id] = (await queuedExecutions(api.db, place, 1)) as [string]
  for (let loss = 1; loss <= 5; loss++) {
    const session = await held(id)
    if (loss % 2 === 0) await endSessionsOfRunner(api.db, runner, 'its process ended')
    else {
      await expireSessions(api.db, { ...(await silenceOf(api.db, session)), lost: [session] })
    }
    expect(await stateOf(id)).toMatchObject({ status: 'QUEUED', runner_losses: loss })
  }
  await held(id)
  await endSessionsOfRunner(api.db, runner, 'its process ended')
  expect(await stateOf(id)).toMatchObject({
    status: 'FAILED',
    message: expect.stringMatching(/^Its runner was lost more than 5 times.*HEADRACE_MAX_RUNNER_LOSSES/),
  })
})

test('a runner that drains is not lost, however often, and the limit is a setting', async () => {
  const [id] = (await queuedExecutions(api.db, place, 1)) as [string]
  for (let times = 0; times < 7; times++) await endSession(api.db, await held(id), 'drained')
  expect(await stateOf(id)).toMatchObject({ status: 'QUEUED', runner_losses: 0 })
  await held(id)
  await endSessionsOfRunner(api.db, runner, 'its process ended', 0)
  expect((await stateOf(id)).status).toBe('FAILED')
})
