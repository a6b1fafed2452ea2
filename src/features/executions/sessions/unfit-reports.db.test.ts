import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { connectAs, type WireRunner } from '../../../../test/support/wire-runner.ts'
import { newId } from '../../../lib/ids.ts'
import type { FromRunner } from '../../../protocol/messages.ts'

/** Reports that do not fit the protocol, as an unforeseen result of a component can make them. */
const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>
beforeAll(async () => {
  place = await aPublishedProject(api)
  await sql`update runner set max_instances = 100`.execute(api.db)
})
beforeEach(async () => {
  await sql`delete from execution`.execute(api.db)
  await sql`update runner_session set ended_at = coalesce(ended_at, now())`.execute(api.db)
})

const started = (root: string, n: number): FromRunner => ({
  kind: 'step-started',
  root,
  n,
  execution: root,
  seq: n,
  key: `Step ${n}`,
  name: `Step ${n}`,
  type: 'start',
  attempt: 1,
  at: new Date().toISOString(),
})
/** In JSON it becomes null. */
const unfit = (root: string, n: number): FromRunner => ({
  kind: 'step-finished',
  root,
  n,
  execution: root,
  seq: 1,
  at: new Date().toISOString(),
  outcome: { result: 'SUCCESS', rowCount: Number.NaN },
})

const stateOf = (id: string) =>
  api.db.selectFrom('execution').select(['status', 'message']).where('id', '=', id).executeTakeFirst()

async function connect(claims = {}): Promise<WireRunner> {
  const runner = await connectAs(api, place.agentId, claims)
  await runner.heard('welcome')
  return runner
}

test('a report that does not fit ends its execution in words, and others go on over the same connection', async () => {
  const runner = await connect()
  const [bad, good] = (await queuedExecutions(api.db, place, 2)) as [string, string]
  runner.say({ kind: 'credit', total: 2 })
  await vi.waitFor(() => expect(runner.received.filter(({ kind }) => kind === 'run')).toHaveLength(2), 10_000)
  runner.say(started(bad, 1))
  runner.socket.send(JSON.stringify([unfit(bad, 2), started(good, 1), started(bad, 3)]))
  expect(await runner.heard('dropped')).toMatchObject({ root: bad })
  await expect
    .poll(() => runner.received, { timeout: 10_000 })
    .toContainEqual({ kind: 'committed', root: good, n: 1 })
  expect(runner.socket.readyState).toBe(runner.socket.OPEN)
  expect(await stateOf(good)).toMatchObject({ status: 'RUNNING' })
  expect(await stateOf(bad)).toEqual({
    status: 'FAILED',
    message: 'A report of the runner could not be stored: Message "step-finished" does not fit the protocol',
  })
})

test('nobody ends an execution by such a report but the session that holds it', async () => {
  const holder = await connect({ instanceSecret: newId() })
  const [id] = (await queuedExecutions(api.db, place, 1)) as [string]
  holder.say({ kind: 'credit', total: 1 })
  await holder.heard('run')
  const other = await connect({ instanceSecret: newId() })
  other.say(unfit(id, 1))
  await other.heard('dropped')
  expect(await stateOf(id)).toMatchObject({ status: 'RUNNING' })
})

test('a message that does not fit and is no report closes the connection', async () => {
  const runner = await connect()
  runner.say({ kind: 'credit', total: Number.NaN })
  expect(await runner.closed()).toBe('Message "credit" does not fit the protocol')
})
