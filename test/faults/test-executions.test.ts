import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestExecution } from '../../src/features/test-executions/schema.ts'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'

/** Tests of pipelines over real processes: nothing that a killed runner made for them stays. */
let fleet: Fleet
let folder: string
let runner: Running
let all: string

const testOf = (run: string) => JSON.stringify({ type: 'test', test: { run: { orchestration: run } } })
const making = { type: 'sql-executor', parameters: { sqlScript: 'create table made as select 1 as n' } }
const files = {
  'Short.orch.yaml': orchestration({ Start: start('Make'), Make: making }),
  'Long.orch.yaml': orchestration({
    Start: start('Make'),
    Make: { ...making, links: { success: ['Wait'] } },
    Wait: bash('sleep 20'),
  }),
  'Short.test.yaml': testOf('Short'),
  'Long.test.yaml': testOf('Long'),
}

beforeAll(async () => {
  fleet = await aFleet(3)
  await fleet.startApi()
  folder = await mkdtemp(join(tmpdir(), 'headrace-tests-'))
  runner = await startRunner()
  const { projectId, agentId, client } = fleet
  all = `/v1/projects/${projectId}/test-executions`
  const { hostname, port, pathname, username, password } = new URL(fleet.databaseUrl)
  const secret = { name: 'db', value: password || 'none' }
  await client.call('POST', `/v1/projects/${projectId}/secrets`, { json: secret })
  const server = { host: hostname, port: Number(port), database: pathname.slice(1), user: username }
  const connection = { type: 'POSTGRES', ...server, passwordSecret: 'db' }
  const json = { name: 'Warehouse', defaultAgentId: agentId, connection }
  await client.call('POST', `/v1/projects/${projectId}/environments`, { json })
  for (const environmentName of ['Development', 'Warehouse']) {
    const form = new FormData()
    for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
    const headers = { versionName: '1', environmentName }
    await client.call('POST', `/v1/projects/${projectId}/artifacts`, { form, headers })
  }
}, 180_000)
afterAll(async () => {
  await fleet.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Always on the same folder, as a runner is started again. */
const startRunner = () => fleet.startRunner({ HEADRACE_DATA_DIR: folder })

const read = (id: string) => fleet.client.call<TestExecution>('GET', `${all}/${id}`)
async function begin(environmentName: string, tests: readonly string[]): Promise<string> {
  const json = { environmentName, scope: 'TEST', tests, versionName: '1' }
  return (await fleet.client.call<TestExecution>('POST', all, { json })).testExecutionId
}
async function ended(id: string): Promise<TestExecution> {
  await waitFor('the tests to end', async () => (await read(id)).finishedAt !== undefined)
  return read(id)
}

async function leftovers(): Promise<string[]> {
  const folders = (await readdir(join(folder, 'scratch'))).filter((name) => name.startsWith('tests-'))
  const databases = await fleet.query<{ datname: string }>(
    `select datname from pg_database where starts_with(datname, 'headrace_test_')`,
  )
  return [...folders, ...databases.map(({ datname }) => datname)]
}

test.each(['Development', 'Warehouse'])(
  '%s: tests whose runner is killed are carried out by the next one, and leave nothing',
  async (environmentName) => {
    const id = await begin(environmentName, ['Short', 'Long'])
    const waits = async () => (await read(id)).tests.map(({ status }) => status).join() === 'PASSED,RUNNING'
    await waitFor('one test to pass and the other to run', waits)
    await waitFor('the scratch database of the other', async () => (await leftovers()).length > 0)
    runner.child.kill('SIGKILL')
    await runner.ended
    runner = await startRunner()
    const { status, totals } = await ended(id)
    expect([status, totals.passed]).toEqual(['SUCCESS', 2])
    await waitFor('nothing to be left', async () => (await leftovers()).length === 0)
  },
)

test.each(['Development', 'Warehouse'])(
  '%s: what a killed runner left of cancelled tests is dropped by the next tests',
  async (environmentName) => {
    const id = await begin(environmentName, ['Long'])
    await waitFor('the test to run', async () => (await read(id)).tests[0]?.status === 'RUNNING')
    await waitFor('its scratch database', async () => (await leftovers()).length > 0)
    runner.child.kill('SIGKILL')
    await runner.ended
    await fleet.client.call('PATCH', `${all}/${id}`, { json: { status: 'CANCELLED', forceUpdate: true } })
    expect((await ended(id)).totals).toMatchObject({ passed: 0, cancelled: 1 })
    runner = await startRunner()
    expect((await ended(await begin(environmentName, ['Short']))).status).toBe('SUCCESS')
    await waitFor('nothing to be left', async () => (await leftovers()).length === 0)
  },
)
