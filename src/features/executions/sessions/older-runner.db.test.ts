import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { isProtocol3 } from '../../../../test/support/protocol-3.ts'
import { connectAs, type WireRunner } from '../../../../test/support/wire-runner.ts'
import { newId } from '../../../lib/ids.ts'
import {
  type FromRunner,
  OLDEST_PROTOCOL,
  PROTOCOL_VERSION,
  TIME_SINCE_PROTOCOL,
  TRACES_SINCE_PROTOCOL,
} from '../../../protocol/messages.ts'
import { TABLES_SINCE_PROTOCOL } from '../../../protocol/request-messages.ts'

/** Runners that are older or newer than the servers, as there are during an upgrade. */
const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>
beforeAll(async () => {
  place = await aPublishedProject(api)
})
beforeEach(() => sql`update runner_session set ended_at = coalesce(ended_at, now())`.execute(api.db))

async function connect(protocol: number): Promise<WireRunner> {
  const runner = await connectAs(api, place.agentId, { protocol })
  await runner.heard('welcome')
  runner.say({ kind: 'credit', total: 1 })
  return runner
}

async function createExecution(): Promise<string> {
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const made = await api.call('POST', `/v1/projects/${place.projectId}/pipeline-executions`, { body })
  return String(made.body['pipelineExecutionId'])
}

const now = () => new Date().toISOString()
const succeeded = () => ({ at: now(), outcome: { result: 'SUCCESS' as const } })
const startReport = (root: string, seq: number): FromRunner => ({
  kind: 'step-started',
  root,
  n: seq + 1,
  execution: root,
  seq,
  key: `Step ${seq}`,
  name: `Step ${seq}`,
  type: 'start',
  attempt: 1,
  at: now(),
  ended: succeeded(),
})

const PATIENCE_MS = 15_000
const openSessions = async () =>
  (await sql`select from runner_session where ended_at is null`.execute(api.db)).rows

/** Says that it stops, and closes; its session is over then, and what it held waits for another. */
async function drain({ say, socket }: WireRunner): Promise<void> {
  say({ kind: 'draining' })
  socket.close()
  await expect.poll(openSessions, { timeout: PATIENCE_MS }).toEqual([])
}

test('F19: a runner of the oldest protocol takes work that a newer one began, reports it and ends, and hears nothing new', async () => {
  const root = await createExecution()
  const newer = await connect(PROTOCOL_VERSION)
  await newer.heard('run')
  newer.say(startReport(root, 0))
  await newer.heard('committed')
  newer.say({ kind: 'log', root, first: 0, lines: [{ at: now(), text: 'from a newer runner' }] })
  await newer.heard('log-committed')
  await drain(newer)

  const older = await connect(OLDEST_PROTOCOL)
  const run = await older.heard('run')
  expect(run).toMatchObject({ execution: root, nextN: 2, history: [{ key: 'Step 0', finished: {} }] })
  older.say({ kind: 'artifact-wanted', artifact: run.artifact })
  expect((await older.heard('artifact')).last).toBe(true)
  older.say({ kind: 'heartbeat', activeComponents: 1, activeExecutions: 1 })
  older.say({ kind: 'log', root, first: 1, lines: [{ at: now(), text: 'from an older runner' }] })
  await older.heard('log-committed')
  older.say(startReport(root, 1))
  older.say({ kind: 'execution-finished', root, n: 3, execution: root, at: now(), status: 'SUCCESS' })
  await older.heard('committed')
  await expect
    .poll(async () => (await api.call('GET', `/v1/pipeline-executions/${root}`)).body, {
      timeout: PATIENCE_MS,
    })
    .toMatchObject({ status: 'SUCCESS' })
  await drain(older)

  expect(older.received.filter((message) => !isProtocol3(message))).toEqual([])
  expect(newer.received.filter((message) => !isProtocol3(message)).map(({ kind }) => kind)).toEqual([
    'welcome',
  ])
})

test.each([OLDEST_PROTOCOL - 1, PROTOCOL_VERSION + 1])(
  'F19: a runner of protocol %i is told which of the two is the older one',
  async (protocol) => {
    const runner = await connectAs(api, place.agentId, { protocol })
    expect(await runner.closed()).toBe(
      `This server speaks protocol ${PROTOCOL_VERSION}, the runner ${protocol}; update the older one`,
    )
  },
)

test('a runner that knows nothing of traces is told of none', async () => {
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
  await api.call('POST', `/v1/projects/${place.projectId}/pipeline-executions`, { body, headers })
  const newer = await connect(PROTOCOL_VERSION)
  expect((await newer.heard('run')).traceContext).toBe(headers.traceparent)
  await drain(newer)
  const older = await connect(TRACES_SINCE_PROTOCOL - 1)
  expect(await older.heard('run')).not.toHaveProperty('traceContext')
  await drain(older)
})

test('the first heartbeats are answered with the time, but not those of a runner that would not understand it', async () => {
  async function timesToldTo(protocol: number): Promise<string[]> {
    const runner = await connect(protocol)
    for (let n = 0; n < 9; n++) runner.say({ kind: 'heartbeat', activeComponents: 0, activeExecutions: 0 })
    // Answered after all that came before.
    runner.say({ kind: 'artifact-wanted', artifact: newId() })
    await runner.heard('artifact-refused')
    const times = runner.received.flatMap((message) => (message.kind === 'time' ? [message.now] : []))
    await drain(runner)
    return times
  }
  const times = await timesToldTo(TIME_SINCE_PROTOCOL)
  expect(times).toHaveLength(5)
  for (const time of times) expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(PATIENCE_MS)
  expect(await timesToldTo(TIME_SINCE_PROTOCOL - 1)).toEqual([])
})

test('tables are not asked of a runner that cannot list them: the answer says so at once', async () => {
  const runner = await connect(TABLES_SINCE_PROTOCOL - 1)
  const { body } = await api.call('POST', `/v1/projects/${place.projectId}/database-tables`, {
    body: { environmentName: 'Development' },
  })
  expect(body).toMatchObject({ ok: false, message: expect.stringContaining('older than this server') })
  expect(runner.received.map(({ kind }) => kind)).not.toContain('tables-wanted')
  await drain(runner)
})
