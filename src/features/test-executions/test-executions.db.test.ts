import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { hasMariaDb, startMariaDb } from '../../../test/support/mariadb.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { newId } from '../../lib/ids.ts'
import { postgresOfTests } from '../../warehouses/conformance/databases.ts'
import type { TestExecution } from './schema.ts'

/**
 * Tests of pipelines at a real runner, on DuckDB (Development) and PostgreSQL (Warehouse) (decisions.md §18).
 */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
const api = useApi({ HEADRACE_GIT_DIR: gitDir })
const { host, port, database, user, password = '' } = postgresOfTests()
let project: string
let projectId: string
let agentId: string
let runner: Awaited<ReturnType<typeof aRealRunner>>
let client: Client

const pipeline = orchestration({
  Start: start('Sum'),
  Sum: {
    type: 'sql-executor',
    parameters: {
      sqlScript: 'create table totals as select region, sum(amount) as total from orders group by region',
    },
  },
})
/** `total` is what the test expects of 1.5 and 2.25. */
const sums = (total: number, more: object = {}) =>
  JSON.stringify({
    type: 'test',
    test: {
      run: { orchestration: 'Totals' },
      tables: { orders: { columns: { region: 'VARCHAR', amount: 'NUMBER(10,2)' }, file: 'orders.csv' } },
      expect: { tables: { totals: { rows: [['EU', total]] } } },
      ...more,
    },
  })
const slow = JSON.stringify({
  type: 'test',
  pipeline: {
    components: {
      Start: { type: 'start', transitions: { unconditional: ['Sleep'] } },
      Sleep: { type: 'bash-script', parameters: { script: 'sleep 600', timeout: '900' } },
    },
  },
  test: { timeoutSeconds: 800 },
})
const files = {
  'Totals.orch.yaml': pipeline,
  'checks/Right.test.yaml': sums(3.75),
  'checks/Wrong.test.yaml': sums(4),
  'checks/Broken.test.yaml': sums(1, { run: { orchestration: 'Absent' } }),
  'checks/orders.csv': 'region,amount\nEU,1.5\nEU,2.25\n',
  'Slow.test.yaml': slow,
}

beforeAll(async () => {
  client = new Client({ host, port, database, user, password })
  await client.connect()
  const made = await aProject(api, { environments: ['Development', 'Production'] })
  projectId = made.projectId
  agentId = made.agentId
  project = `/v1/projects/${projectId}`
  await api.call('POST', `${project}/secrets`, { body: { name: 'db', value: password || 'none' } })
  const connection = { type: 'POSTGRES', host, port, database, user, passwordSecret: 'db' }
  const warehouse = { name: 'Warehouse', defaultAgentId: made.agentId, connection }
  expect((await api.call('POST', `${project}/environments`, { body: warehouse })).status).toBe(201)
  for (const [path, content] of Object.entries(files))
    await api.call('PUT', `${project}/repositories/files`, { body: { branch: 'main', path, content } })
  runner = await aRealRunner(api, made.agentId)
})
afterAll(async () => {
  await runner.close()
  await client.end()
  await rm(gitDir, { recursive: true, force: true, maxRetries: 5 })
})

const begin = (body: object, token?: string) =>
  api.call<TestExecution & { detail: string; violations: string[] }>('POST', `${project}/test-executions`, {
    body: { environmentName: 'Development', scope: 'PROJECT', ref: 'main', ...body },
    ...(token !== undefined && { token }),
  })
const read = (id: string) => api.call<TestExecution>('GET', `${project}/test-executions/${id}`)

/** Starts tests and waits for their end. */
async function ended(body: object): Promise<TestExecution> {
  const { status, body: made } = await begin(body)
  expect([status, made.detail]).toEqual([201, undefined])
  const current = async () => (await read(made.testExecutionId)).body
  await expect
    .poll(async () => (await current()).status, { timeout: 120_000, interval: 100 })
    .not.toMatch(/QUEUED|RUNNING|CANCELLING/)
  return current()
}
const checks = ['checks/Right', 'checks/Wrong', 'checks/Broken']

test.each(['Development', 'Warehouse'])(
  '%s: each test says what was expected and what was there, in a database that is gone afterwards',
  async (environmentName) => {
    const run = await ended({ environmentName, scope: 'TEST', tests: checks })
    expect(run).toMatchObject({
      status: 'FAILED',
      scope: 'TEST',
      ref: 'main',
      totals: { total: 3, passed: 1, failed: 2, cancelled: 0 },
      tests: [
        { name: 'checks/Right', file: 'checks/Right.test.yaml', status: 'PASSED' },
        { name: 'checks/Wrong', status: 'FAILED' },
        {
          name: 'checks/Broken',
          status: 'FAILED',
          message: expect.stringContaining('"Absent", which does not exist'),
        },
      ],
    })
    const [right, wrong] = run.tests
    expect(right!.assertions.map(({ passed }) => passed)).toEqual([true, true])
    expect(wrong!.assertions.find(({ passed }) => !passed)).toMatchObject({
      what: expect.stringContaining('totals'),
      expected: expect.stringContaining('4'),
      actual: expect.stringContaining('3.75'),
    })
    await expect.poll(leftovers, { timeout: 60_000 }).toEqual([])
  },
)

test.skipIf(!hasMariaDb())(
  'a database of a connection: each test has a schema of its own beside it',
  async () => {
    await using mariaDb = await startMariaDb()
    mariaDb.execute(`grant all on *.* to reader@'127.0.0.1'`)
    const given = mariaDb.connection
    const own = { host: given.host, port: String(given.port), database: 'shop', user: given.user }
    const connectionProperties = {
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])),
      password: { secretName: 'shop' },
    }
    await api.call('POST', `${project}/secrets`, { body: { name: 'shop', value: given.password } })
    const shop = { name: 'shop', authProvider: 'MYSQL', authType: 'USER_PASSWORD' }
    const connected = await api.call('POST', `${project}/data-platform-connections`, {
      body: { ...shop, connectionDetails: { connectionProperties } },
    })
    expect(connected.status).toBe(201)
    const environment = { name: 'Shop', defaultAgentId: agentId, defaultConnections: { DWH: 'shop' } }
    expect((await api.call('POST', `${project}/environments`, { body: environment })).status).toBe(201)
    const run = await ended({ environmentName: 'Shop', scope: 'TEST', tests: checks.slice(0, 2) })
    expect(run.tests).toMatchObject([
      { name: 'checks/Right', status: 'PASSED' },
      { name: 'checks/Wrong', status: 'FAILED' },
    ])
    const tables =
      "select table_schema, table_name from information_schema.tables where table_name = 'totals'"
    expect(mariaDb.execute(tables)).toBe('')
    expect(mariaDb.execute("show databases like 'headrace_test_%'")).toBe('')
  },
)

/** Those that tests made beside the environment's. */
async function scratchDatabases(): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database
      where starts_with(datname, 'headrace_test_' || substr(encode(sha256($1), 'hex'), 1, 6) || '_')`,
    [Buffer.from(database)],
  )
  return rows.map(({ datname }) => datname)
}

/** These, and the folders of runs. */
async function leftovers(): Promise<string[]> {
  const scratch = await readdir(join(runner.folder, 'scratch'))
  return [...scratch.filter((name) => name.startsWith('tests-')), ...(await scratchDatabases())]
}

async function reportOf({ testExecutionId }: TestExecution): Promise<string> {
  const { token } = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const answer = await fetch(`${api.url}${project}/test-executions/${testExecutionId}/report`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer.headers.get('content-type')).toContain('application/xml')
  return answer.text()
}

test('the report is JUnit XML, and a list has the newest first with totals', async () => {
  const run = await ended({ scope: 'PIPELINE', pipelines: ['Totals.orch.yaml'] })
  expect(run.tests.map(({ name }) => name)).toEqual(['checks/Right', 'checks/Wrong'])
  const xml = await reportOf(run)
  expect(xml).toContain('tests="2" failures="1"')
  expect(xml).toContain('expected: EU, 4\nactual: EU, 3.75')
  const rerun = `${project}/pipeline-executions/${run.testExecutionId}/reruns`
  expect((await api.call('POST', rerun, { body: { from: 'FAILED_STEP' } })).status).toBe(409)
  const list = await api.call<{ results: TestExecution[]; total: number }>(
    'GET',
    `${project}/test-executions`,
  )
  expect(list.body.results[0]).toMatchObject({
    testExecutionId: run.testExecutionId,
    pipelines: ['Totals.orch.yaml'],
    totals: { total: 2, passed: 1, failed: 1 },
  })
  expect(list.body.results[0]).not.toHaveProperty('tests')
})

test('why none of the tests began is an error of the report', async () => {
  const connection = { type: 'POSTGRES', host, port: 1, database, user, passwordSecret: 'db' }
  const environment = { name: 'Closed', defaultAgentId: agentId, connection }
  expect((await api.call('POST', `${project}/environments`, { body: environment })).status).toBe(201)
  const run = await ended({ environmentName: 'Closed', scope: 'TEST', tests: checks.slice(0, 2) })
  expect(run).toMatchObject({
    status: 'FAILED',
    totals: { cancelled: 2 },
    message: expect.stringContaining('The tests have no database'),
  })
  const xml = await reportOf(run)
  expect(xml).toContain('tests="3" failures="0" errors="1" skipped="2"')
  expect(xml).toContain('<error message="The tests have no database')
})

test('a draft and a version are tested as runs take them, and production keeps to versions', async () => {
  await api.call('PUT', `${project}/drafts/main/files`, {
    body: { path: 'checks/Wrong.test.yaml', content: sums(3.75) },
  })
  const drafted = await ended({ ref: undefined, draft: 'main', scope: 'TEST', tests: checks.slice(0, 2) })
  expect([drafted.status, drafted.draft]).toEqual(['SUCCESS', 'main'])
  expect((await begin({ environmentName: 'Production' })).status).toBe(409)
  const version = { environmentName: 'Production', versionName: '1', ref: 'main' }
  expect((await api.call('POST', `${project}/artifacts/from-git`, { body: version })).status).toBe(201)
  const published = await ended({
    environmentName: 'Production',
    ref: undefined,
    scope: 'TEST',
    tests: ['checks/Right'],
  })
  expect([published.status, published.versionName]).toEqual(['SUCCESS', '1'])
})

test('a cancelled one ends its scripts within seconds, says which tests did not end, and leaves nothing', async () => {
  const { body } = await begin({ environmentName: 'Warehouse', scope: 'TEST', tests: ['Slow'] })
  const path = `${project}/test-executions/${body.testExecutionId}`
  await expect
    .poll(async () => (await read(body.testExecutionId)).body.tests[0]?.status, { timeout: 60_000 })
    .toBe('RUNNING')
  await expect.poll(leftovers, { timeout: 60_000 }).toHaveLength(2)
  expect((await api.call('GET', `${path}/report`)).status).toBe(409)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  const cancel = { body: { status: 'CANCELLED' } }
  expect((await api.call('PATCH', path, { ...cancel, token })).status).toBe(403)
  expect((await api.call('PATCH', path, cancel)).status).toBe(200)
  await expect
    .poll(async () => (await read(body.testExecutionId)).body.status, { timeout: 60_000 })
    .toBe('CANCELLED')
  expect((await read(body.testExecutionId)).body).toMatchObject({
    totals: { total: 1, passed: 0, failed: 0, cancelled: 1 },
    tests: [{ name: 'Slow', status: 'CANCELLED' }],
  })
  await expect.poll(leftovers, { timeout: 60_000 }).toEqual([])
})

test('what cannot be tested is said', async () => {
  const unknown = await begin({ scope: 'TEST', tests: ['Nowhere'] })
  expect([unknown.status, unknown.body.violations]).toEqual([400, ['body/tests: there is no test "Nowhere"']])
  const mixed = await begin({ scope: 'PIPELINE', tests: ['Slow'] })
  expect(mixed.body.violations).toEqual([
    'body/tests has no effect with the scope PIPELINE',
    'body/pipelines is required with the scope PIPELINE',
  ])
  const none = await ended({ scope: 'PIPELINE', pipelines: ['Other'] })
  expect([none.status, none.message]).toEqual([
    'FAILED',
    'No test of this version runs one of these pipelines',
  ])
  expect((await read(newId())).status).toBe(404)
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect((await begin({ scope: 'NONE' }, token)).status).toBe(403)
})

test('of a project with more than 1,000 tests those of one pipeline run, and not all at once', async () => {
  const many = Array.from({ length: 1_000 }, (_, n) => [`many/${n}.test.yaml`, slow])
  await publish(api, projectId, { ...files, ...Object.fromEntries(many) }, { name: 'many' })
  const version = { ref: undefined, versionName: 'many' }
  const all = await begin(version)
  expect([all.status, all.body.violations]).toEqual([
    400,
    ['body: 1004 tests are more than 1000; select those to run'],
  ])
  const some = await ended({ ...version, scope: 'PIPELINE', pipelines: ['Totals'] })
  expect(some.totals).toMatchObject({ total: 2, passed: 1, failed: 1 })
})
