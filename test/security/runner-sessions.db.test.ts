import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Event } from '../../src/features/audit/schema.ts'
import type { AgentInfo } from '../../src/features/runners/schema.ts'
import { newId } from '../../src/lib/ids.ts'
import { PROTOCOL_VERSION } from '../../src/protocol/messages.ts'
import { useApi } from '../support/api.ts'
import { aPublishedProject } from '../support/factories.ts'
import { type Claims, connectAs, connectSilently, type WireRunner } from '../support/wire-runner.ts'

/** What somebody does who has copied the credential of a runner: SECURITY.md says how far it gets. */
const api = useApi()
const ownSecret = 'secret-of-the-process-that-is-there'
const open: WireRunner[] = []
let place: Awaited<ReturnType<typeof aPublishedProject>>

beforeEach(async () => {
  place = await aPublishedProject(api)
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.terminate()
})

async function connect(claims: Claims = {}): Promise<WireRunner> {
  const made = await connectAs(api, place.agentId, claims)
  open.push(made)
  return made
}

/** The runner itself, which has room for one execution. */
async function theRunner(): Promise<WireRunner & { readonly session: string }> {
  const made = await connect({ instance: 'the-runner 1', instanceSecret: ownSecret })
  const { session } = await made.heard('welcome')
  made.say({ kind: 'credit', total: 1 })
  return { ...made, session }
}

/** A connection that has not said hello. */
async function withoutHello(): Promise<WireRunner> {
  const made = await connectSilently(api, place.agentId)
  open.push(made)
  return made
}

const thief = (claims: Claims = {}) => connect({ instance: 'thief 666', ...claims })

async function begin(): Promise<string> {
  const body = { pipelineName: 'P', environmentName: 'Development' }
  const path = `/v1/projects/${place.projectId}/pipeline-executions`
  const started = await api.call<{ pipelineExecutionId: string }>('POST', path, { body })
  return started.body.pipelineExecutionId
}

/** What the audit trail has of this runner's sessions, the newest first. */
async function trail(): Promise<Event[]> {
  const { body } = await api.call<{ results: Event[] }>(
    'GET',
    '/v1/events?operation=openRunnerSession&size=100',
  )
  return body.results.filter(({ request }) => (request as { agentId: string }).agentId === place.agentId)
}

/** The runner is silent for its lease. */
const lapse = (session: string) =>
  api.db.updateTable('runner_session').set({ lapsed: true }).where('id', '=', session).execute()

const setMaxInstances = (maxInstances: number) =>
  api.call<AgentInfo>('PATCH', `/v1/agents/${place.agentId}`, { body: { maxInstances } })

test('F16: a copied credential opens no session beside the runner, and gets nothing of its work', async () => {
  const runner = await theRunner()
  const copy = await thief()
  copy.say({ kind: 'credit', total: 100 })
  expect(await copy.closed()).toBe('maxInstances is 1; connected: the-runner 1')
  const id = await begin()
  expect((await runner.heard('run')).execution).toBe(id)
})

test('a session is resumed by the process that opened it, and by no other that knows its id', async () => {
  const runner = await theRunner()
  const id = await begin()
  await runner.heard('run')
  runner.socket.terminate()
  expect(await (await thief({ session: runner.session })).closed()).toBe(
    'The session belongs to another process',
  )
  const none = await thief({ session: runner.session, instanceSecret: undefined as never })
  expect(await none.closed()).toContain('instanceSecret')
  const back = await connect({ session: runner.session, instanceSecret: ownSecret })
  expect(await back.heard('welcome')).toMatchObject({ session: runner.session, resumed: true })
  expect((await back.heard('run')).execution).toBe(id)
})

test('F11: a hello that arrives twice changes nothing, and another one over the same connection closes it', async () => {
  const hello = {
    kind: 'hello' as const,
    protocol: PROTOCOL_VERSION,
    version: '1',
    instance: 'the-runner 1',
    instanceSecret: ownSecret,
    capacity: 9,
  }
  const runner = await withoutHello()
  for (let times = 0; times < 3; times++) runner.say(hello)
  const { session } = await runner.heard('welcome')
  runner.say({ kind: 'credit', total: 1 })
  const id = await begin()
  expect((await runner.heard('run')).execution).toBe(id)
  const ofRunner = api.db.selectFrom('runner_session').select('id').where('runner_id', '=', place.agentId)
  expect(await ofRunner.execute()).toEqual([{ id: session }])
  runner.say({ ...hello, instance: 'another 1' })
  expect(await runner.closed()).toBe('A second hello')
})

test('a runner whose connection broke keeps its place while its lease runs', async () => {
  const runner = await theRunner()
  runner.socket.terminate()
  expect(await (await thief()).closed()).toContain('connected: the-runner 1')
  await lapse(runner.session)
  await (await connect()).heard('welcome')
})

test('a runner whose place was taken while it was away hears that its session is over', async () => {
  const runner = await theRunner()
  const id = await begin()
  await runner.heard('run')
  runner.socket.terminate()
  await lapse(runner.session)
  const next = await connect()
  next.say({ kind: 'credit', total: 1 })
  expect((await next.heard('run')).execution).toBe(id)
  const back = await connect({ session: runner.session, instanceSecret: ownSecret })
  expect((await back.heard('ended')).reason).toContain('requeued')
  expect(await back.closed()).toContain('maxInstances is 1')
})

test('a runner that comes back is told which executions were taken from it', async () => {
  const runner = await theRunner()
  const id = await begin()
  await runner.heard('run')
  runner.socket.terminate()
  await api.call('PATCH', `/v1/pipeline-executions/${id}`, {
    body: { status: 'CANCELLED', forceUpdate: true },
  })
  const claims = { session: runner.session, instanceSecret: ownSecret, received: 1, held: [id] }
  const back = await connect(claims)
  expect((await back.heard('dropped')).root).toBe(id)
})

test('a process that drains has given up its place: the next one starts beside it', async () => {
  const runner = await theRunner()
  runner.say({ kind: 'draining' })
  await expect
    .poll(() =>
      api.db
        .selectFrom('runner_session')
        .select('draining')
        .where('id', '=', runner.session)
        .executeTakeFirst(),
    )
    .toEqual({ draining: true })
  await (await connect()).heard('welcome')
})

test('a runner that is declared to have several processes has as many, also when they connect at once', async () => {
  expect((await setMaxInstances(3)).body).toMatchObject({ maxInstances: 3 })
  const six = await Promise.all(Array.from({ length: 6 }, () => connect()))
  const ends = await Promise.all(
    six.map((one) => Promise.race([one.heard('welcome').then(() => 'welcome'), one.closed()])),
  )
  expect(ends.filter((end) => end === 'welcome')).toHaveLength(3)
  expect(ends.filter((end) => end.startsWith('maxInstances is 3'))).toHaveLength(3)
  expect((await setMaxInstances(1)).body).not.toHaveProperty('maxInstances')
  for (const wrong of [0, 1_001, 1.5]) expect((await setMaxInstances(wrong)).status).toBe(400)
})

test('each session that is opened or refused is in the audit trail: address, process, version', async () => {
  const runner = await theRunner()
  await (await thief()).closed()
  await (await thief()).closed() // the same again: one entry says so
  await expect.poll(async () => (await trail()).length).toBe(2)
  const [refused, opened] = await trail()
  expect(opened).toMatchObject({
    outcome: 'SUCCEEDED',
    actor: { kind: 'RUNNER' },
    from: { address: expect.stringContaining('127.0.0.1') },
    request: { instance: 'the-runner 1', version: '1' },
    after: { session: runner.session },
  })
  expect(refused).toMatchObject({
    outcome: 'REFUSED',
    request: { instance: 'thief 666' },
    after: { reason: 'maxInstances is 1; connected: the-runner 1' },
  })
  expect(JSON.stringify(await trail())).not.toContain(ownSecret)
})

test('an artifact is sent for an execution that the session holds, and for nothing else', async () => {
  const runner = await theRunner()
  const artifact = place.artifactId
  runner.say({ kind: 'artifact-wanted', artifact })
  expect(await runner.heard('artifact-refused')).toMatchObject({ artifact })
  await begin()
  const run = await runner.heard('run')
  expect(run.artifact).toBe(artifact)
  runner.say({ kind: 'artifact-wanted', artifact })
  expect((await runner.heard('artifact')).files.map(({ path }) => path)).toEqual(['P.orch.yaml'])
})

test('an artifact of another project, and one that does not exist, are refused', async () => {
  const other = await aPublishedProject(api)
  const runner = await theRunner()
  await begin()
  await runner.heard('run')
  for (const artifact of [other.artifactId, newId()]) {
    const asking = await connect({ session: runner.session, instanceSecret: ownSecret })
    await asking.heard('welcome')
    asking.say({ kind: 'artifact-wanted', artifact })
    expect(await asking.heard('artifact-refused')).toMatchObject({ artifact })
  }
})

test('an execution that another session holds is neither reported nor looked into', async () => {
  await setMaxInstances(2)
  const runner = await theRunner()
  const root = await begin()
  await runner.heard('run')
  const copy = await thief()
  await copy.heard('welcome')
  const at = new Date().toISOString()
  copy.say({ kind: 'execution-finished', root, n: 1, execution: root, at, status: 'SUCCESS' })
  expect(await copy.heard('dropped')).toMatchObject({ root })
  copy.say({ kind: 'secret-wanted', ask: 1, root, name: 'anything' })
  expect(await copy.heard('unanswered')).toMatchObject({ ask: 1 })
  const found = await api.call('GET', `/v1/pipeline-executions/${root}`)
  expect(JSON.stringify(found.body)).toContain('RUNNING')
})

test('a heartbeat over a connection of its own renews the lease of the process that opened the session', async () => {
  const runner = await theRunner()
  await begin()
  await runner.heard('run') // a lapsed session that holds nothing ends
  await lapse(runner.session)
  const isLapsed = () =>
    api.db.selectFrom('runner_session').select('lapsed').where('id', '=', runner.session).executeTakeFirst()
  const beat = { kind: 'beat' as const, session: runner.session, activeComponents: 3 }
  const stranger = await withoutHello()
  stranger.say({ ...beat, instanceSecret: 'a secret that somebody else has made up' })
  expect(await stranger.closed()).toContain('another process')
  expect(await isLapsed()).toEqual({ lapsed: true })
  const itself = await withoutHello()
  itself.say({ ...beat, instanceSecret: ownSecret })
  await expect.poll(isLapsed).toEqual({ lapsed: false })
})

test('a process that ignores STOP loses its session and work, also when it comes back, and the runner can be deleted', async () => {
  const copy = await thief()
  const { session } = await copy.heard('welcome')
  copy.say({ kind: 'credit', total: 100 })
  const running = await begin()
  await copy.heard('run')
  const stop = { command: 'STOP' }
  await api.call('POST', `/v1/agents/${place.agentId}/commands`, { body: stop })
  const waiting = await begin()
  await copy.heard('stop')
  copy.say({ kind: 'heartbeat', activeComponents: 0, activeExecutions: 1 })
  const ids = [running, waiting]
  const statuses = () =>
    Promise.all(
      ids.map(async (id) => (await api.call('GET', `/v1/pipeline-executions/${id}`)).body['status']),
    )
  expect(await statuses()).toEqual(['RUNNING', 'QUEUED'])
  expect((await api.call('DELETE', `/v1/agents/${place.agentId}`)).status).toBe(409)

  const past = sql<Date>`now() - interval '2 minutes'`
  const later = { started_at: sql<Date>`now() - interval '3 minutes'` }
  await api.db.updateTable('runner_session').set(later).where('id', '=', session).execute()
  await api.db
    .updateTable('runner')
    .set({ stop_requested_at: past })
    .where('id', '=', place.agentId)
    .execute()
  expect((await copy.heard('ended')).kind).toBe('ended')
  expect(await statuses()).toEqual(['QUEUED', 'QUEUED'])
  const { body } = await api.call('GET', `/v1/agents/${place.agentId}`)
  expect(body['agentStatus']).toBe('unknown')

  const back = await thief()
  await back.heard('welcome')
  back.say({ kind: 'credit', total: 100 })
  back.socket.ping()
  await once(back.socket, 'pong') // both sides take what comes in order
  ids.push(await begin()) // what may be claimed is claimed as it is created
  expect(await statuses()).toEqual(['QUEUED', 'QUEUED', 'QUEUED'])
  await api.call('POST', `/v1/agents/${place.agentId}/commands`, { body: { command: 'RESUME' } })
  await back.heard('run')
}, 30_000)
