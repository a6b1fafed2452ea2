import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/** Every message between a runner and the API arrives several times, as after a connection that broke at its worst. */
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
