import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../support/api-client.ts'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { forward } from '../support/proxy.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/**
 * Every message between a runner and the API arrives several times, as after a connection that broke at its
 * worst.
 */
const EXECUTIONS = 50
const LINES = 200
let fleet: Fleet
let world: SideEffects
let runner: Running

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(15), sideEffects()])
  await fleet.startApi()
  fleet.front.duplicate(3)
  runner = await fleet.startRunner({ HEADRACE_SCRIPTS: 'shared' })
  const script = `for i in $(seq ${LINES}); do echo line $i.; done`
  await fleet.publish({
    ...twoCalls(world),
    'Talk.orch.yaml': orchestration({
      Start: start('Say'),
      Say: { type: 'bash-script', parameters: { script, timeout: '60' } },
    }),
  })
}, 180_000)
afterAll(async () => {
  await fleet.stop()
  await world.close()
})

test('F11: a greeting that arrives several times opens one session, over one connection', async () => {
  expect(runner.output().split('"Connected"').length - 1).toBe(1)
  expect(await fleet.query('select from runner_session')).toHaveLength(1)
  fleet.front.reset()
  await waitFor('the runner to resume its session', async () => runner.output().includes('"resumed":true'))
  expect(runner.output()).not.toContain('The API refused the session')
  expect(await fleet.query('select from runner_session')).toHaveLength(1)
})

test('F11: executions are received, run and recorded once however often each message arrives', async () => {
  const ids = await fleet.run('Calls', EXECUTIONS)
  await allEnded(fleet)
  await expectSound(fleet, ids)
  expectCalls(world, 'first', EXECUTIONS, 1)
  expectCalls(world, 'second', EXECUTIONS, 1)
})

test('F11: each line of a log is kept once, in order', async () => {
  const [id] = await fleet.run('Talk', 1)
  await allEnded(fleet)
  const log = await (await fleet.client.send('GET', `/v1/pipeline-executions/${id}/logs`)).text()
  const said = [...log.matchAll(/line (\d+)\./g)].map(([, number]) => Number(number))
  expect(said).toEqual(Array.from({ length: LINES }, (_, i) => i + 1))
})

test('F12: a response is lost after the commit: the same request with its key has one effect, whatever it creates', async () => {
  const lossy = await forward(fleet.front.targets)
  const login = {
    url: `http://127.0.0.1:${lossy.port}/api`,
    clientId: 'fleet-admin',
    clientSecret: 'fleet-admin-secret',
  }
  const tools = { now: Date.now, wait: async (ms: number) => sleep(ms), keepToken: () => undefined }
  const client = createClient(login, tools)
  await client.get('/v1/projects')
  const { projectId, agentId } = fleet
  const ofProject = `/v1/projects/${projectId}`
  const agent = { name: 'lost', agentType: 'pipeline', cloudProvider: 'self_hosted', deployment: 'process' }
  const requests: readonly (readonly [table: string, path: string, json: object])[] = [
    [
      'execution',
      `${ofProject}/pipeline-executions`,
      { pipelineName: 'Talk', environmentName: 'Development' },
    ],
    ['environment', `${ofProject}/environments`, { name: 'Lost', defaultAgentId: agentId }],
    ['runner', '/v1/agents', agent],
    ['project', '/v1/projects', { name: 'Lost' }],
  ]
  for (const [table, path, json] of requests) {
    const ask = () =>
      client.call<object>('POST', path, { json, headers: { 'idempotency-key': `lost-${table}` } })
    const count = async () =>
      (await fleet.query<{ count: number }>(`select count(*)::integer from ${table}`))[0]!.count
    const before = await count()
    lossy.loseAnswers(1)
    await expect(ask()).rejects.toThrow('does not answer')
    await waitFor('the work to be done', async () => (await count()) === before + 1)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await count()).toBe(before + 1)
    const other = client.call('POST', path, {
      json: { ...json, description: 'another' },
      headers: { 'idempotency-key': `lost-${table}` },
    })
    await expect(other).rejects.toMatchObject({
      status: expect.toSatisfy((status) => [400, 409].includes(status)),
    })
  }
  await lossy.close()
  await allEnded(fleet)
})
