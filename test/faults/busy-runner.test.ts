import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { waitFor } from '../support/platform.ts'
import { allEnded } from '../support/soundness.ts'

/** A runner whose event loop is occupied for many leases, while another process of it waits for work. */
const LEASE_SECONDS = 6
const preload = pathToFileURL(resolve('test/support/busy-thread.ts')).href
let fleet: Fleet
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-busy-'))
  fleet = await aFleet(LEASE_SECONDS)
  await fleet.startApi()
})
afterAll(async () => {
  await fleet.stop()
  await rm(folder, { recursive: true })
})

const file = (name: string) => join(folder, name)
const timesBegun = async () =>
  (await readFile(file('begun'), 'utf8').catch(() => '')).split('begun').length - 1

test('F3: a runner that is too busy for heartbeats keeps its work: a thread of its own sends them', async () => {
  const busy = await fleet.startRunner({
    HEADRACE_SCRIPTS: 'shared',
    NODE_OPTIONS: `--import=${preload}`,
    BUSY_WHILE_FILE: file('busy'),
  })
  await fleet.publish({
    'Waits.orch.yaml': orchestration({
      Start: start('Script'),
      Script: bash(`echo begun >> ${file('begun')}; until [ -e ${file('go')} ]; do sleep 0.1; done`),
    }),
  })
  await fleet.run('Waits', 1)
  await waitFor('the script to begin', async () => (await timesBegun()) === 1)
  await fleet.startRunner({ HEADRACE_SCRIPTS: 'shared' })
  await writeFile(file('busy'), '')
  await sleep(2_000 * LEASE_SECONDS)
  await rm(file('busy'))
  await waitFor('the runner to be back', async () => busy.output().includes('too busy for its heartbeats'))
  await writeFile(file('go'), '')
  await allEnded(fleet)
  expect(await timesBegun()).toBe(1)
  expect(await fleet.query('select status, runner_losses from execution')).toEqual([
    { status: 'SUCCESS', runner_losses: 0 },
  ])
})
