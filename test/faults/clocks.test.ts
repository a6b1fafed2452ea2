import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { aFreePort } from '../support/proxy.ts'
import { allEnded } from '../support/soundness.ts'

/** Clocks of the day that are wrong and that jump: leases, time-outs and the journal's instants. */
const LEASE_SECONDS = 2
const HOUR_MS = 3_600_000
const preload = pathToFileURL(resolve('test/support/shifted-clock.ts')).href
let fleet: Fleet
let folder: string
let metricsPort: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-clocks-'))
  fleet = await aFleet(LEASE_SECONDS)
  await setClock('api', 0)
  metricsPort = await aFreePort()
  await fleet.startApi({ ...clockOf('api'), HEADRACE_METRICS_PORT: String(metricsPort) })
  await fleet.publish({
    'Waits.orch.yaml': orchestration({
      Start: start('Before'),
      Before: bash('true', { success: ['Script'] }),
      Script: bash(`echo begun >> ${file('begun')}; until [ -e ${file('go')} ]; do sleep 0.1; done`, {
        success: ['After'],
      }),
      After: bash('true'),
    }),
  })
})
afterAll(async () => {
  await fleet.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await fleet.query('truncate execution, step cascade')
  for (const name of ['begun', 'go']) await rm(file(name), { force: true })
})

const file = (name: string) => join(folder, name)
const setClock = (whose: string, shiftMs: number) => writeFile(file(`${whose}.clock`), String(shiftMs))
const clockOf = (whose: string) => ({
  NODE_OPTIONS: `--import=${preload}`,
  SHIFTED_CLOCK_FILE: file(`${whose}.clock`),
})

/** Those of the server, which tells them without a token on this port. */
async function warnings(): Promise<readonly string[]> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/readyz`)
  return ((await response.json()) as { warnings: string[] }).warnings
}

async function startRunner(whose: string, shiftMs: number): Promise<Running> {
  await setClock(whose, shiftMs)
  return fleet.startRunner({ HEADRACE_SCRIPTS: 'shared', ...clockOf(whose) })
}

const timesBegun = async () =>
  (await readFile(file('begun'), 'utf8').catch(() => '')).split('begun').length - 1

async function runningScript(): Promise<void> {
  await fleet.run('Waits', 1)
  await waitFor('the script to begin', async () => (await timesBegun()) === 1)
}

const go = () => writeFile(file('go'), '')
const longerThanALease = () => sleep(1_500 * LEASE_SECONDS)

/**
 * Everything ended well, no instant is before an earlier one, and all are from now rather than from a wrong
 * clock.
 */
async function expectTrueInstants(): Promise<void> {
  const executions = await fleet.query<{ status: string; from: Date; to: Date }>(
    'select status, started_at as from, finished_at as to from execution',
  )
  expect(executions.map(({ status }) => status)).toEqual(['SUCCESS'])
  const steps = await fleet.query<{ from: Date; to: Date }>(
    'select started_at as from, finished_at as to from step order by seq',
  )
  expect(steps).toHaveLength(4)
  const { from, to } = executions[0]!
  const inOrder = [from, ...steps.flatMap((step) => [step.from, step.to]), to].map((at) => at.getTime())
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  for (const ms of inOrder) expect(Math.abs(Date.now() - ms)).toBeLessThan(HOUR_MS / 4)
}

async function stop(runner: Running): Promise<void> {
  runner.child.kill('SIGTERM')
  await runner.ended
}

test("F9: a runner's clock that jumps by an hour, back and forward, begins no script twice", async () => {
  const runner = await startRunner('runner', 0)
  await runningScript()
  for (const shiftMs of [-HOUR_MS, HOUR_MS]) {
    await setClock('runner', shiftMs)
    await longerThanALease()
  }
  await go()
  await allEnded(fleet)
  expect(await timesBegun()).toBe(1)
  expect(runner.output()).not.toContain('The session ended')
  await expectTrueInstants()
  await stop(runner)
})

test('F9: an execution that goes from a runner to another with a clock an hour behind has true instants', async () => {
  const first = await startRunner('runner', HOUR_MS)
  await runningScript()
  first.child.kill('SIGKILL')
  await first.ended
  await rm(file('begun'))
  const second = await startRunner('second', -HOUR_MS)
  await waitFor('the script to begin again', async () => (await timesBegun()) === 1)
  await go()
  await allEnded(fleet)
  await expectTrueInstants()
  await stop(second)
})

test("F9: a server's clock that jumps by a day, forward and back, takes no work from a runner", async () => {
  const runner = await startRunner('runner', 0)
  await runningScript()
  for (const shiftMs of [24 * HOUR_MS, -24 * HOUR_MS]) {
    await setClock('api', shiftMs)
    await longerThanALease()
    expect(await warnings()).toEqual(['clock'])
  }
  await go()
  await allEnded(fleet)
  expect(await timesBegun()).toBe(1)
  expect(runner.output()).not.toContain('The session ended')
  await expectTrueInstants()
  await setClock('api', 0)
  await waitFor('the warning to end', async () => (await warnings()).length === 0)
  await stop(runner)
})
