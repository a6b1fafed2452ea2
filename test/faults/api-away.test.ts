import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { type SideEffects, sideEffects } from '../support/side-effects.ts'
import { allEnded, expectCalls, expectSound, twoCalls } from '../support/soundness.ts'

/**
 * The API is away for many leases while a runner works. `npm run test:outage` does it with the lease of
 * production and an outage of ten minutes.
 */
const OUTAGE_SECONDS = Number(process.env['HEADRACE_TEST_OUTAGE_SECONDS'] ?? 8)
const LEASE_SECONDS = OUTAGE_SECONDS < 60 ? 2 : 15
const PATIENCE_MS = 120_000 + 2_000 * OUTAGE_SECONDS
const IN_FLIGHT = 50
let fleet: Fleet
let world: SideEffects
let folder: string
let api: ApiProcess
let runner: Running

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-outage-'))
  ;[fleet, world] = await Promise.all([aFleet(LEASE_SECONDS), sideEffects()])
  api = await fleet.startApi()
  runner = await fleet.startRunner({ HEADRACE_SCRIPTS: 'shared' })
})
afterAll(async () => {
  await fleet.stop()
  await world.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await fleet.query('truncate execution, step cascade')
  world.reset()
})

/** A script that says in a file what it does, and takes so long. */
const script = (name: string, seconds: number) => {
  const timeout = String(Math.ceil(60 + 2 * seconds))
  const text = `echo ${name} begins >> ${folder}/done; sleep ${seconds}; echo ${name} ends >> ${folder}/done`
  return { type: 'bash-script', parameters: { script: text, timeout } }
}

const done = async () => (await readFile(join(folder, 'done'), 'utf8')).split('\n').slice(0, -1)

test(
  'F8: a runner goes on while no API is there: scripts that end in the outage, or after it, run once',
  async () => {
    await writeFile(join(folder, 'done'), '')
    await fleet.publish({
      'Two.orch.yaml': orchestration({
        Start: start('Short', 'Long'),
        Short: script('short', 0.5 * OUTAGE_SECONDS),
        Long: script('long', 1.2 * OUTAGE_SECONDS),
      }),
    })
    const [id] = await fleet.run('Two', 1)
    await waitFor('both scripts to begin', async () => (await done()).length === 2)
    api.child.kill('SIGKILL')
    await sleep(1_000 * OUTAGE_SECONDS)
    expect(runner.output()).toContain('executions continue')
    api = await fleet.startApi()
    while (!(await done()).includes('long ends')) await sleep(250) // longer than `waitFor` is patient
    await allEnded(fleet)
    expect((await done()).toSorted()).toEqual(['long begins', 'long ends', 'short begins', 'short ends'])
    expect(await fleet.query('select id, status from execution')).toEqual([{ id, status: 'SUCCESS' }])
  },
  PATIENCE_MS,
)

test('F1: the API may be killed four times while calls are in flight; each is made once', async () => {
  await fleet.publish(twoCalls(world))
  world.hold('second')
  const ids = await fleet.run('Calls', IN_FLIGHT)
  await waitFor('all of them to be in flight', async () => world.waiting('second') === IN_FLIGHT)
  for (let kill = 0; kill < 4; kill++) {
    const before = connections()
    api.child.kill('SIGKILL')
    await sleep(1_000 * LEASE_SECONDS)
    api = await fleet.startApi()
    await waitFor('the runner to be back', async () => connections() > before)
  }
  world.release('second')
  await allEnded(fleet)
  await expectSound(fleet, ids)
  expectCalls(world, 'first', IN_FLIGHT, 1)
  expectCalls(world, 'second', IN_FLIGHT, 1)
})

const connections = () => runner.output().split('"Connected"').length - 1
