import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/**
 * What networks do between a runner and the API, for longer than a lease, while its executions have effects.
 */
const IN_FLIGHT = 20
const LEASE_SECONDS = 3
let fleet: Fleet
let world: SideEffects
let runner: Running
const all: string[] = []

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(LEASE_SECONDS), sideEffects()])
  await fleet.startApi()
  runner = await fleet.startRunner()
  await fleet.publish(twoCalls(world))
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
})
beforeEach(() => world.reset())

test.each<[string, (network: Fleet['front']) => void]>([
  ['bytes wait in both directions', (network) => network.stall()],
  ['what the API says is lost', (network) => network.lose('down')],
  ['what the runner says is lost', (network) => network.lose('up')],
  [
    'every connection is reset, and new ones are refused',
    (network) => {
      network.refuse()
      network.reset()
    },
  ],
  [
    'bytes are late and few',
    (network) => {
      network.delay(1_000)
      network.limit(20_000)
    },
  ],
])('F8: %s for longer than a lease: nothing is lost, and nothing is done twice', async (_, spoil) => {
  world.hold('second')
  all.push(...(await fleet.run('Calls', IN_FLIGHT)))
  await waitFor('all of them to be in flight', async () => world.waiting('second') === IN_FLIGHT)
  spoil(fleet.front)
  world.release('second') // their ends are reported into the fault
  await sleep(1_500 * LEASE_SECONDS)
  fleet.front.heal()
  await allEnded(fleet)
  await expectSound(fleet, all)
  expectCalls(world, 'first', IN_FLIGHT, 1)
  expectCalls(world, 'second', IN_FLIGHT, 1)
  expect(runner.output()).not.toContain('The session ended')
})
