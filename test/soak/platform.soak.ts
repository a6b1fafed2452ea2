import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectSound, twoCalls } from '../support/soundness.ts'
import { MINUTES, randomFrom, SEED } from './chance.ts'
import { createUntilAnswered } from './create.ts'
import { aVictim, type Fault, type Victim } from './faults.ts'
import { growthOf, largestTables, type Sample, slopePerHour, takeSample } from './samples.ts'

/**
 * Executions arrive for a long time while one thing after another goes wrong, chosen by a seed that is
 * printed. At the end nothing is lost, nothing was done twice but by a runner that was killed, and neither
 * memory nor open files nor the space of an execution have grown. The second half kills no process, so that
 * its figures can be compared.
 *
 * HEADRACE_SOAK_MINUTES (30 unless set), HEADRACE_SOAK_SEED (random unless set), HEADRACE_SOAK_PER_SECOND:
 * executions (20 unless set).
 */
const PER_SECOND = Number(process.env['HEADRACE_SOAK_PER_SECOND'] ?? 20)
const MOST_IN_FLIGHT = 15 * PER_SECOND
/** What a process may grow by: the garbage collector's breath. */
const GROWTH_MIB = 100
/** A pool that had not been used in full before, and connections of calls, which come and go. */
const GROWTH_FILES = 40
const SPACE_GROWTH = 1.3
const SAMPLE_MS = 30_000

let victim: Victim
let world: SideEffects
const ids: string[] = []

beforeAll(async () => {
  ;[victim, world] = await Promise.all([aVictim(), sideEffects()])
  await victim.fleet.publish(twoCalls(world))
})
afterAll(async () => {
  await victim.fleet.stop()
  await world.close()
})

async function create(): Promise<void> {
  ids.push(await createUntilAnswered(victim.fleet, 'Calls'))
}

async function load(isOver: () => boolean): Promise<void> {
  const asked = new Set<Promise<void>>()
  while (!isOver()) {
    const open = asked.size + world.waiting('second')
    if (open < MOST_IN_FLIGHT) {
      const one = create().finally(() => asked.delete(one))
      asked.add(one)
    }
    await sleep(1_000 / PER_SECOND)
  }
  await Promise.all(asked)
}

/** Executions wait for an answer while the fault begins, and get it before the fault is over. */
async function happen(fault: Fault, forMs: number): Promise<void> {
  world.hold('second')
  await sleep(1_000)
  const over = fault.run(forMs)
  await sleep(forMs / 2)
  world.release('second')
  await over
}

const callsMadeTwice = (): number =>
  ['first', 'second'].flatMap((name) => [...world.calls(name).values()]).filter((count) => count > 1).length

/** Samples of the second half, until `isOver`; each when the database answers. */
async function watchSecondHalf(passed: () => number, isOver: () => boolean): Promise<Sample[]> {
  const samples: Sample[] = []
  const take = async () =>
    void samples.push(await takeSample(victim, passed() * MINUTES, ids.length, callsMadeTwice()))
  while (!isOver()) {
    if (passed() >= 0.5) await take().catch(() => undefined) // PostgreSQL may be away
    await sleep(Math.min(SAMPLE_MS, MINUTES * 2_000))
  }
  await take()
  return samples
}

test('F22: a platform under load survives whatever happens, for a long time, and grows in nothing', async () => {
  const random = randomFrom(SEED)
  console.log(`soak: ${MINUTES} minutes, ${PER_SECOND} executions a second, HEADRACE_SOAK_SEED=${SEED}`)
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / (MINUTES * 60_000)
  const loading = load(() => passed() >= 1)
  let isOver = false
  const watching = watchSecondHalf(passed, () => isOver)
  const happened = new Map<string, number>()
  let repeats = 0
  while (passed() < 1) {
    await sleep(2_000 + random() * 6_000)
    const possible = victim.faults.filter(({ endsProcess }) => !(passed() >= 0.5 && endsProcess))
    const fault = possible[Math.floor(random() * possible.length)]!
    const forMs = 500 + random() * 7_500
    await happen(fault, forMs)
    happened.set(fault.name, (happened.get(fault.name) ?? 0) + 1)
    if (fault.repeatsCalls) repeats++
    console.log(
      `${Math.round(passed() * MINUTES * 60)} s: ${fault.name}, ${(forMs / 1000).toFixed(1)} s; ${ids.length} executions`,
    )
  }
  await loading
  await allEnded(victim.fleet)
  isOver = true
  const samples = await watching
  console.table([...happened].map(([fault, times]) => ({ fault, times })))
  console.table(samples)
  console.table(await largestTables(victim))
  const slopes = (['apiMiB', 'runnerMiB', 'apiFiles', 'runnerFiles'] as const).map((figure) => ({
    figure,
    'slope per hour': slopePerHour(samples, figure),
    growth: growthOf(samples, figure),
  }))
  console.table(slopes)
  const counts = ['first', 'second'].map((name) => [...world.calls(name).values()])
  const doubled = callsMadeTwice()
  console.log(
    `${ids.length} executions, ${doubled} calls made more than once, runner killed ${repeats} times`,
  )

  await expectSound(victim.fleet, ids)
  for (const calls of counts) expect(calls.length).toBe(ids.length)
  expect(doubled).toBeLessThanOrEqual(repeats * 2 * MOST_IN_FLIGHT)
  // A runner that was killed just before the second half has been replaced by then.
  const quiet = samples.find(({ minute }) => minute >= MINUTES / 2 + 1)
  if (quiet !== undefined) expect(doubled).toBe(quiet.doubled)
  for (const figure of ['apiMiB', 'runnerMiB'] as const)
    expect(growthOf(samples, figure), figure).toBeLessThanOrEqual(GROWTH_MIB)
  for (const figure of ['apiFiles', 'runnerFiles'] as const)
    expect(growthOf(samples, figure), figure).toBeLessThanOrEqual(GROWTH_FILES)
  expect(samples.at(-1)!.space).toBeLessThanOrEqual(samples[0]!.space * SPACE_GROWTH)
})
