import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEASE_SECONDS } from '../../src/protocol/messages.ts'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/** What `test/faults` tries with a thousand executions and short leases, once with those of production. */
const IN_FLIGHT = 50
const STOPPED_MS = 60_000
let fleet: Fleet
let world: SideEffects

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(LEASE_SECONDS), sideEffects()])
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
})

const calledTwice = async () =>
  [...world.calls('second').values()].filter((n) => n === 2).length === IN_FLIGHT

test('F3: a runner and a server that were stopped for a minute and continue lose, duplicate and invent nothing', async () => {
  const api = await fleet.startApi()
  const runner = await fleet.startRunner()
  await fleet.publish(twoCalls(world))
  world.hold('second')
  const ids = await fleet.run('Calls', IN_FLIGHT)
  await waitFor('all of them to be in flight', async () => world.waiting('second') === IN_FLIGHT)

  await fleet.startApi()
  fleet.front.remove(api.port)
  api.child.kill('SIGSTOP')
  runner.child.kill('SIGSTOP')
  const since = Date.now()
  await fleet.startRunner()
  await waitFor('another runner to take the work', calledTwice)
  expect(Date.now() - since).toBeLessThan((LEASE_SECONDS + 15) * 1000)
  world.release('second')
  await allEnded(fleet)

  await sleep(Math.max(0, since + STOPPED_MS - Date.now()))
  api.child.kill('SIGCONT')
  runner.child.kill('SIGCONT')
  await waitFor('the late runner to notice', async () => runner.output().includes('The session ended'))
  await waitFor('the late server to answer', async () =>
    fetch(`http://127.0.0.1:${api.port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  await expectSound(fleet, ids)
  expectCalls(world, 'first', IN_FLIGHT, 1)
  expectCalls(world, 'second', IN_FLIGHT, 2)
}, 180_000)
