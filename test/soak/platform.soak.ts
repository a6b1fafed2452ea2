import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectSound, twoCalls } from '../support/soundness.ts'
import { aVictim, type Fault, type Victim } from './faults.ts'

/**
 * Executions arrive for a long time while one thing after another goes wrong, chosen by a seed that is printed. At the end
 * nothing is lost, nothing was done twice but by a runner that was killed, and neither memory nor the space of an
 * execution has grown. The second half kills no process, so that memory can be compared.
 *
 * HEADRACE_SOAK_MINUTES (30 unless set), HEADRACE_SOAK_SEED (random unless set).
 */
const MINUTES = Number(process.env['HEADRACE_SOAK_MINUTES'] ?? 30)
const SEED = Number(process.env['HEADRACE_SOAK_SEED'] ?? randomInt(1_000_000))
const PER_SECOND = 20
const MOST_IN_FLIGHT = 300
/** What a process may grow by: the garbage collector's breath. */
const GROWTH_MIB = 100
const SPACE_GROWTH = 1.3

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

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a client waits for an answer: one that was lost on its way never comes. */
const ANSWER_MS = 15_000

/** Creates one execution, again and again with one key until it is answered. */
async function create(): Promise<void> {
  const path = `/v1/projects/${victim.fleet.projectId}/pipeline-executions`
  const json = { pipelineName: 'Calls', environmentName: 'Development' }
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    const made = victim.fleet.client
      .call<{ pipelineExecutionId: string }>('POST', path, { json, headers })
      .catch(() => undefined)
    const answer = await Promise.race([made, sleep(ANSWER_MS)])
    if (answer !== undefined) {
      ids.push(answer.pipelineExecutionId)
      return
    }
    await sleep(200)
  }
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

interface Sample {
  readonly apiMiB: number
  readonly runnerMiB: number
  /** Bytes in tables and indexes for each execution. */
  readonly space: number
}

async function sample(): Promise<Sample> {
  const rss = (pid: number) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  const { fleet } = victim
  const [size] = await fleet.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return {
    apiMiB: Math.round(rss(victim.api().child.pid!)),
    runnerMiB: Math.round(rss(victim.runner().child.pid!)),
    space: Math.round(Number(size!.bytes) / Math.max(1, ids.length)),
  }
}

test('a platform under load survives whatever happens, for a long time', async () => {
  const random = randomFrom(SEED)
  console.log(`soak: ${MINUTES} minutes, HEADRACE_SOAK_SEED=${SEED}`)
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / (MINUTES * 60_000)
  const loading = load(() => passed() >= 1)
  const happened = new Map<string, number>()
  let repeats = 0
  let middle: Sample | undefined
  while (passed() < 1) {
    await sleep(2_000 + random() * 6_000)
    const isSecondHalf = passed() >= 0.5
    if (isSecondHalf) middle ??= await sample()
    const possible = victim.faults.filter(({ endsProcess }) => !(isSecondHalf && endsProcess))
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
  const end = await sample()
  const counts = ['first', 'second'].map((name) => [...world.calls(name).values()])
  const doubled = counts.flat().filter((count) => count > 1).length
  console.table([...happened].map(([fault, times]) => ({ fault, times })))
  console.table({ middle, end })
  console.log(
    `${ids.length} executions, ${doubled} calls made more than once, runner killed ${repeats} times`,
  )

  await expectSound(victim.fleet, ids)
  for (const calls of counts) expect(calls.length).toBe(ids.length)
  expect(doubled).toBeLessThanOrEqual(repeats * 2 * MOST_IN_FLIGHT)
  expect(end.apiMiB).toBeLessThanOrEqual(middle!.apiMiB + GROWTH_MIB)
  expect(end.runnerMiB).toBeLessThanOrEqual(middle!.runnerMiB + GROWTH_MIB)
  expect(end.space).toBeLessThanOrEqual(middle!.space * SPACE_GROWTH)
})
