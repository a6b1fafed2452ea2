import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/**
 * PostgreSQL and the API die, and answers get lost, while a thousand executions are in flight on one runner.
 */
const IN_FLIGHT = 1_000
let fleet: Fleet
let world: SideEffects
let api: ApiProcess
const all: string[] = []

beforeAll(async () => {
  ;[fleet, world] = await Promise.all([aFleet(15), sideEffects()])
  api = await fleet.startApi()
  await fleet.startRunner()
  await fleet.publish(twoCalls(world))
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
})
beforeEach(() => world.reset())

/** A thousand executions of which each waits for the answer to its second call. */
async function inFlight(create = () => fleet.run('Calls', IN_FLIGHT)): Promise<void> {
  world.hold('second')
  all.push(...(await create()))
  await waitFor('all of them to be in flight', async () => world.waiting('second') === IN_FLIGHT)
}

/** Does `work` while answers of the database get lost again and again, from the first one on. */
async function losingAnswers<T>(work: () => Promise<T>): Promise<T> {
  fleet.database.loseAnswers(1)
  const losing = setInterval(() => fleet.database.loseAnswers(1), 150)
  try {
    return await work()
  } finally {
    clearInterval(losing)
    fleet.database.loseAnswers(0)
  }
}

/** The runner lived on, so its in-flight steps ran once. */
async function expectDoneOnce(): Promise<void> {
  await allEnded(fleet)
  await expectSound(fleet, all)
  expectCalls(world, 'first', IN_FLIGHT, 1)
  expectCalls(world, 'second', IN_FLIGHT, 1)
}

test('F4: PostgreSQL may die and recover with a thousand executions in flight', async () => {
  await inFlight()
  world.release('second')
  await fleet.restartPostgres(1_000)
  await expectDoneOnce()
})

test('F1: the API may be killed with a thousand executions in flight', async () => {
  await inFlight()
  api.child.kill('SIGKILL')
  await api.ended
  world.release('second')
  api = await fleet.startApi()
  await expectDoneOnce()
})

test('F5: answers of the database may be lost after the work was done', async () => {
  // What is created and claimed meanwhile is there once, and nothing that was claimed is forgotten.
  await inFlight(() => losingAnswers(() => fleet.run('Calls', IN_FLIGHT)))
  const before = fleet.database.lost()
  expect(before).toBeGreaterThan(0)
  await losingAnswers(async () => {
    world.release('second')
    await allEnded(fleet)
  })
  expect(fleet.database.lost()).toBeGreaterThan(before)
  await expectDoneOnce()
})
