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

/** Seconds that the journal says, and seconds that the API reports, without `Start`, which takes no slot. */
async function consumedSeconds(): Promise<{ journal: number; reported: number }> {
  const [journal] = await fleet.query<{ seconds: number }>(`
    select sum(extract(epoch from finished_at - started_at))::float8 as seconds from step where key <> 'Start'`)
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const { results } = await fleet.client.call<{ results: { consumption: { credits: number }[] }[] }>(
    'GET',
    `/v1/consumption?consumedFrom=${day(-2)}&consumedBefore=${day(2)}`,
  )
  const credits = results.flatMap(({ consumption }) => consumption.map((one) => one.credits))
  return {
    journal: journal!.seconds,
    reported: credits.reduce((sum, one) => sum + one, 0) * 3_600,
  }
}

test('F2: consumption and statistics agree with the journal when the API and the runner are killed while executions end and are counted', async () => {
  const waiting = async () => {
    const [row] = await fleet.query<{ count: number }>('select count(*)::int as count from ended_executions')
    return row!.count
  }
  for (const isRunnerKilled of [false, true, false]) {
    await inFlight()
    world.release('second')
    await waitFor('executions that are not counted yet', async () => (await waiting()) > 0)
    api.child.kill('SIGKILL')
    if (isRunnerKilled) runner.child.kill('SIGKILL')
    await api.ended
    api = await fleet.startApi()
    if (isRunnerKilled) runner = await fleet.startRunner()
    await allEnded(fleet)
  }
  await waitFor('all to be counted', async () => (await waiting()) === 0)
  const { journal, reported } = await consumedSeconds()
  expect(journal).toBeGreaterThan(IN_FLIGHT)
  expect(Math.abs(reported - journal)).toBeLessThan(1)
  const [ended] = await fleet.query<{ counted: number; were: number }>(`
    select (select sum(succeeded + failed + cancelled) from execution_statistics)::int as counted,
           (select count(*) from execution where parent_id is null and finished_at is not null)::int as were`)
  expect(ended!.counted).toBe(ended!.were)
  await expectSound(fleet, all)
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
