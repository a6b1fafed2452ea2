import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/** Processes that die, or are stopped for longer than their lease and then continue. */
const IN_FLIGHT = 200
const LEASE_SECONDS = 3
let fleet: Fleet
let world: SideEffects
let api: ApiProcess
let runner: Running
const all: string[] = []

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(LEASE_SECONDS), sideEffects()])
  api = await fleet.startApi()
  runner = await fleet.startRunner()
  await fleet.publish(twoCalls(world))
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
})
beforeEach(() => world.reset())

async function inFlight(): Promise<void> {
  world.hold('second')
  all.push(...(await fleet.run('Calls', IN_FLIGHT)))
  await waitFor('all of them to be in flight', async () => world.waiting('second') === IN_FLIGHT)
}

/** What had finished was not run again; what was in flight was run at most so often. */
async function expectResumed(most = 2): Promise<void> {
  await allEnded(fleet)
  await expectSound(fleet, all)
  expectCalls(world, 'first', IN_FLIGHT, 1)
  expectCalls(world, 'second', IN_FLIGHT, most)
}

const countOf = (text: string, part: string) => text.split(part).length - 1

const calledTwice = async () =>
  [...world.calls('second').values()].filter((n) => n === 2).length === IN_FLIGHT

test('F2: the work of a runner that is killed goes to the next one', async () => {
  await inFlight()
  runner.child.kill('SIGKILL')
  await runner.ended
  runner = await fleet.startRunner()
  await waitFor('another runner to take the work', calledTwice)
  world.release('second')
  await expectResumed()
})

test('F3: a runner that was stopped for longer than its lease drops what another has taken', async () => {
  await inFlight()
  runner.child.kill('SIGSTOP')
  const other = await fleet.startRunner()
  await waitFor('another runner to take the work', calledTwice)
  world.release('second')
  runner.child.kill('SIGCONT')
  await waitFor('the late runner to notice', async () => runner.output().includes('The session ended'))
  await expectResumed()
  other.child.kill('SIGTERM')
  expect(await other.ended).toBe(0)
})

test('F3: what a runner reports after its session was ended is refused and logged', async () => {
  await inFlight()
  await fleet.query(`
    with ended as (
      update runner_session set ended_at = now(), end_reason = 'test' where ended_at is null returning id)
    update execution set status = 'QUEUED', session_id = null
     where status = 'RUNNING' and session_id in (select id from ended)`)
  world.release('second')
  await waitFor('its reports to be refused', async () => api.output().includes('Refused reports'))
  await expectResumed()
})

test('F3: an API process that was stopped for longer than the lease does no harm when it continues', async () => {
  const other = await fleet.startApi()
  fleet.front.remove(other.port)
  await inFlight()
  const connections = countOf(runner.output(), '"resumed":true')
  api.child.kill('SIGSTOP')
  fleet.front.remove(api.port)
  fleet.front.targets.push(other.port)
  await waitFor(
    'the runner to connect to the other process',
    async () => countOf(runner.output(), '"resumed":true') > connections,
  )
  world.release('second')
  await allEnded(fleet)
  api.child.kill('SIGCONT')
  await waitFor('the late process to answer', async () =>
    fetch(`http://127.0.0.1:${api.port}/livez`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  await expectResumed(1)
  expect(api.child.exitCode).toBeNull()
})
