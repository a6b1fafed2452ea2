import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentInfo } from '../../src/features/runners/schema.ts'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/**
 * docs/guides/scale-out.md, run: two API processes behind a proxy, three runner processes, one PostgreSQL.
 */
let fleet: Fleet
let world: SideEffects
let apis: ApiProcess[]
let runners: Running[]
const EXECUTIONS = 300

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(), sideEffects()])
  apis = await Promise.all([fleet.startApi(), fleet.startApi()])
  const few = { HEADRACE_CAPACITY: '20', HEADRACE_MAX_EXECUTIONS: '20' }
  // One runner connects while the one process is in front, two while the other is; then both are.
  const both = [...fleet.front.targets]
  runners = []
  for (const target of [both[0]!, both[1]!, both[1]!]) {
    fleet.front.targets.splice(0, both.length, target)
    runners.push(await fleet.startRunner(few))
  }
  fleet.front.targets.splice(0, 1, ...both)
  const talk = Array.from({ length: 5 }, (_, i) => `echo line ${i}; sleep 0.2`).join('\n')
  await fleet.publish({
    ...twoCalls(world),
    'Quiet.orch.yaml': orchestration({ Start: start() }, { due: { type: 'TEXT', defaultValue: '' } }),
    'Talk.orch.yaml': orchestration({
      Start: start('Say'),
      Say: { type: 'bash-script', parameters: { script: talk, timeout: '60' } },
    }),
  })
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
})

const runnersOf = async (): Promise<number[]> =>
  Promise.all(
    apis.map(async ({ port }) => {
      const text = await (
        await fetch(`http://127.0.0.1:${port}/metrics`, {
          headers: { authorization: `Bearer ${await aToken(port)}` },
        })
      ).text()
      return Number(/^headrace_connected_runners (\d+)/m.exec(text)?.[1])
    }),
  )

/** What the log stream of an execution says through one of the processes. */
async function follow(port: number, id: string, token: string): Promise<string> {
  const address = `http://127.0.0.1:${port}/api/v1/pipeline-executions/${id}/logs?follow=true`
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  return response.text()
}

async function aToken(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'fleet-admin',
      client_secret: 'fleet-admin-secret',
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

test('both processes serve runners, and a runner shows the same through either', async () => {
  expect((await runnersOf()).toSorted((a, b) => a - b)).toEqual([1, 2])
  for (const { port } of apis) {
    const headers = { authorization: `Bearer ${await aToken(apis[0]!.port)}` } // a token of one serves at the other
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/agents/${fleet.agentId}`, { headers })
    expect((await answer.json()) as AgentInfo).toMatchObject({ agentStatus: 'running', connected: true })
  }
})

test('clients, runners and the work land on all processes, and each execution is done once', async () => {
  const ids = await fleet.run('Calls', EXECUTIONS)
  await allEnded(fleet)
  await expectSound(fleet, ids)
  expectCalls(world, 'first', EXECUTIONS, 1)
  expectCalls(world, 'second', EXECUTIONS, 1)
  const shares = await fleet.query<{ count: number }>(
    'select count(*)::integer from execution where session_id is not null group by session_id',
  )
  expect(shares).toHaveLength(runners.length)
  for (const { port } of apis) expect(fleet.front.given.get(port)).toBeGreaterThan(1)
})

test('a log is followed as it grows through any process, wherever its runner is connected', async () => {
  const [id] = await fleet.run('Talk', 1)
  const streams = await Promise.all(apis.map(async ({ port }) => follow(port, id!, await aToken(port))))
  for (const text of streams) {
    for (let i = 0; i < 5; i++) expect(text).toContain(`line ${i}`)
    expect(text.trimEnd().endsWith('{"status":"SUCCESS"}')).toBe(true)
  }
})

test('a cancel that reaches one process stops what a runner of the other runs', async () => {
  world.hold('second')
  const ids = await fleet.run('Calls', 6)
  await waitFor('them to be in flight', async () => world.waiting('second') === 6)
  await Promise.all(
    ids.map((id) =>
      fleet.client.call('PATCH', `/v1/pipeline-executions/${id}`, { json: { status: 'CANCELLED' } }),
    ),
  )
  await allEnded(fleet)
  const states = await fleet.query('select distinct status from execution where id = any($1::uuid[])', [ids])
  expect(states).toEqual([{ status: 'CANCELLED' }])
  world.release('second')
})

test('F18: a server is stopped past its lease and continues: every due time fires once, and no execution is done twice', async () => {
  const path = `/v1/projects/${fleet.projectId}/schedules`
  const { scheduleId } = await fleet.client.call<{ scheduleId: string }>('POST', path, {
    json: {
      pipeline: { pipelineName: 'Quiet', environmentName: 'Development', dueTimeVariable: 'due' },
      schedule: { name: 'Each second', cronExpression: '* * * * * ?', missedRunPolicy: 'RUN_ALL' },
    },
  })
  const dueTimes = () => fleet.query('select from schedule_tick where schedule_id = $1', [scheduleId])
  const more = async (count: number) => {
    const before = (await dueTimes()).length
    await waitFor('due times to fire', async () => (await dueTimes()).length >= before + count)
  }
  const [stopped] = apis
  await more(2)
  world.reset()
  world.hold('second')
  await fleet.run('Calls', 50)
  await waitFor('them to be in flight', async () => world.waiting('second') === 50)
  stopped!.child.kill('SIGSTOP')
  fleet.front.remove(stopped!.port)
  fleet.front.reset() // as a load balancer ends what leads to a server that is silent
  world.release('second')
  await more(6)
  stopped!.child.kill('SIGCONT')
  await more(3)
  fleet.front.targets.push(stopped!.port)
  await fleet.client.call('DELETE', `${path}/${scheduleId}`)
  await allEnded(fleet)
  for (const name of ['first', 'second']) expectCalls(world, name, 50, 1)
  const fired = await fleet.query<{ due: string; runs: number }>(
    `select scalar_variables ->> 'due' as due, count(*)::integer as runs from execution
      where pipeline_name = 'Quiet' group by 1 order by 1`,
  )
  const seconds = fired.map(({ due }) => Date.parse(due) / 1_000)
  expect(seconds).toEqual(seconds.map((_, i) => seconds[0]! + i))
  expect(fired.filter(({ runs }) => runs !== 1)).toEqual([])
  expect(stopped!.child.exitCode).toBeNull()
}, 180_000)

test('a process is removed and its runners and clients continue with the other', async () => {
  const [leaving] = apis.splice(0, 1)
  const before = await fleet.run('Calls', 50)
  leaving!.child.kill('SIGTERM')
  expect(await leaving!.ended).toBe(0)
  const after = await fleet.run('Calls', 50)
  await allEnded(fleet)
  const states = await fleet.query('select distinct status from execution where id = any($1::uuid[])', [
    [...before, ...after],
  ])
  expect(states).toEqual([{ status: 'SUCCESS' }])
  expect(await runnersOf()).toEqual([3])
})
