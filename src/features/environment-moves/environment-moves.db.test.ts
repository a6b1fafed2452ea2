import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aConnection, aProject, publish } from '../../../test/support/factories.ts'
import { bash, orchestration, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { connectAs } from '../../../test/support/wire-runner.ts'
import { connect } from '../../db/connect.ts'
import { duckdbPath } from '../../runner/steps/environment-connection.ts'
import {
  lakeExtensions,
  newSchema,
  postgresOfTests,
  warehousesOfTests,
} from '../../warehouses/conformance/databases.ts'
import type { EnvironmentMove } from './schema.ts'

/** An environment moves from its DuckDB file to a lake, at a real runner. */
const api = useApi()
const server = postgresOfTests()
const never = { signal: new AbortController().signal }
const sql = (script: string, links = {}) => ({
  type: 'sql-script',
  parameters: { sqlScript: script, scriptLocation: 'Component' },
  links,
})

const pipelines = {
  'Add.orch.yaml': orchestration({ Start: start('Add'), Add: sql('insert into t values (1000)') }),
  'Slow.orch.yaml': orchestration({
    Start: start('Wait'),
    Wait: bash('sleep 8', { success: ['Add'] }),
    Add: sql('insert into t values (7)'),
  }),
}

interface Place {
  readonly project: string
  readonly projectId: string
  readonly agentId: string
  readonly moves: string
}

/** A project with a lake, and an environment that runs on its file. */
async function aPlace(): Promise<Place> {
  const { projectId, agentId } = await aProject(api)
  const project = `/v1/projects/${projectId}`
  await api.call('POST', `${project}/secrets`, { body: { name: 'lake', value: server.password ?? 'none' } })
  const properties = {
    host: { value: server.host },
    port: { value: server.port },
    database: { value: server.database },
    user: { value: server.user },
    password: { secretName: 'lake' },
  }
  for (const [name, own] of Object.entries({
    lake: { catalogSchema: { value: newSchema().replaceAll('"', '') } },
    other: { schema: { value: 'sales' } },
  }))
    await connection({
      ...aConnection(name, { ...properties, ...own }),
      authProvider: 'LAKE',
      authType: 'FOLDER',
    })
  await connection(aConnection('orders'))
  async function connection(body: object) {
    expect((await api.call('POST', `${project}/data-platform-connections`, { body })).status).toBe(201)
  }
  expect((await publish(api, projectId, pipelines)).status).toBe(201)
  return { project, projectId, agentId, moves: `${project}/environments/Development/moves` }
}

const begin = (place: Place, connectionName = 'lake') =>
  api.call<EnvironmentMove & { detail: string }>('POST', place.moves, { body: { connectionName } })
const read = async (place: Place, id: string) =>
  (await api.call<EnvironmentMove>('GET', `${place.moves}/${id}`)).body
async function ended(place: Place, id: string): Promise<EnvironmentMove> {
  return vi.waitUntil(
    async () => {
      const move = await read(place, id)
      return move.finishedAt === undefined ? undefined : move
    },
    { timeout: 60_000, interval: 100 },
  )
}
async function run(place: Place, pipelineName: string): Promise<string> {
  const body = { pipelineName, environmentName: 'Development' }
  const { body: made } = await api.call<{ pipelineExecutionId: string }>(
    'POST',
    `${place.project}/pipeline-executions`,
    { body },
  )
  return made.pipelineExecutionId
}
const execution = async (place: Place, id: string) =>
  (
    await api.call<{ result?: object; status: string; message?: string }>(
      'GET',
      `${place.project}/pipeline-executions/${id}`,
    )
  ).body
/** What the audit trail says of the end of a move. */
const entryOf = (place: Place, id: string) =>
  vi.waitUntil(
    async () => {
      const path = `/v1/events?projectId=${place.projectId}&operation=endEnvironmentMove`
      const { body } = await api.call<{ results: { path: string; outcome: string }[] }>('GET', path)
      const found = body.results.filter((entry) => entry.path.endsWith(id))
      expect(found.length).toBeLessThan(2)
      return found.find(({ outcome }) => outcome !== 'UNKNOWN')
    },
    { timeout: 30_000, interval: 100 },
  )
const environment = async (place: Place) =>
  (await api.call<{ defaultConnections?: object }>('GET', `${place.project}/environments/Development`)).body

describe.skipIf(lakeExtensions === undefined)('an environment moves to a lake', () => {
  let place: Place
  let runner: Awaited<ReturnType<typeof aRealRunner>>
  beforeAll(async () => {
    place = await aPlace()
    runner = await aRealRunner(api, place.agentId, { duckdbExtensions: lakeExtensions })
  })
  afterAll(() => runner.close())

  async function inFile(...statements: readonly string[]): Promise<void> {
    const path = duckdbPath({ dataDir: runner.folder, project: place.projectId, environment: 'Development' })
    await mkdir(dirname(path), { recursive: true })
    const warehouses = warehousesOfTests()
    const warehouse = await warehouses.open({ type: 'DUCKDB', path })
    for (const sql of statements) await warehouse.execute(sql, never)
    await warehouses.close()
  }

  test('executions wait for it and it for them, and the same pipelines run on the lake then', async () => {
    await inFile(
      'create table t as select range as n from range(100)',
      'create table keyed (id integer primary key)',
      'create view v as select n from t',
    )
    const slow = await run(place, 'Slow')
    await vi.waitUntil(async () => (await execution(place, slow)).status === 'RUNNING', { timeout: 30_000 })
    const { status, headers, body: move } = await begin(place)
    expect(status).toBe(202)
    expect(headers.get('location')).toContain(move.moveId)
    expect(move).toMatchObject({
      status: 'WAITING',
      waitingFor: 'one execution that runs in the environment',
    })
    const again = await begin(place)
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('being moved already')])
    const held = await run(place, 'Add')
    expect(await execution(place, held)).toMatchObject({
      status: 'QUEUED',
      message: 'Waits until the environment has moved to lake',
    })
    const patched = await api.call('PATCH', `${place.project}/environments/Development`, {
      body: { dialectFunctions: false },
    })
    expect(patched.status).toBe(409)
    expect((await api.call('DELETE', `${place.project}/environments/Development`)).status).toBe(409)
    expect(await ended(place, move.moveId)).toMatchObject({
      status: 'SUCCEEDED',
      tablesDone: 2,
      tablesTotal: 2,
      rows: 101,
      views: 1,
      notKept: ['PRIMARY KEY(id) of main.keyed'],
      file: expect.stringMatching(/development.*\.duckdb$/),
    })
    expect((await environment(place)).defaultConnections).toEqual({ DWH: 'lake' })
    expect(await entryOf(place, move.moveId)).toMatchObject({
      outcome: 'SUCCEEDED',
      actor: { kind: 'RUNNER' },
      before: { defaultConnections: {} },
      after: { status: 'SUCCEEDED', defaultConnections: { DWH: 'lake' } },
    })
    await vi.waitUntil(async () => (await execution(place, held)).status === 'SUCCESS', { timeout: 30_000 })
    expect((await execution(place, slow)).status).toBe('SUCCESS')
    const late = await api.call('DELETE', `${place.moves}/${move.moveId}`)
    expect(late.status).toBe(409)
    expect((await begin(place)).body.detail).toContain('not on a DuckDB file')
    const { body: page } = await api.call<{ total: number; results: EnvironmentMove[] }>('GET', place.moves)
    expect([page.total, page.results[0]?.moveId]).toEqual([1, move.moveId])
  })

  test('a failed move says why, and SQL runs on the file as before', async () => {
    await api.call('PATCH', `${place.project}/environments/Development`, { body: { defaultConnections: {} } })
    const { body: move } = await begin(place)
    expect(await ended(place, move.moveId)).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('The lake already has main.keyed, main.t, main.v'),
    })
    expect((await environment(place)).defaultConnections).toEqual({})
    const entry = await entryOf(place, move.moveId)
    expect(entry).toMatchObject({
      outcome: 'REFUSED',
      after: { status: 'FAILED', message: expect.stringContaining('The lake already has') },
    })
    expect(entry).not.toHaveProperty('before')
    const added = await run(place, 'Add')
    await vi.waitUntil(async () => (await execution(place, added)).status === 'SUCCESS', { timeout: 30_000 })
  })

  test('what only the connection knows fails in words', async () => {
    const properties = { host: { value: '127.0.0.1' }, port: { value: 1 } }
    const body = {
      ...aConnection('away', { ...properties, password: { secretName: 'absent' } }),
      authProvider: 'LAKE',
      authType: 'FOLDER',
    }
    await api.call('POST', `${place.project}/data-platform-connections`, { body })
    const { body: move } = await begin(place, 'away')
    expect(await ended(place, move.moveId)).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('no secret named "absent"'),
    })
  })
})

describe('by messages', () => {
  let place: Place
  beforeEach(async () => {
    place = await aPlace()
  })
  async function connected() {
    const runner = await connectAs(api, place.agentId)
    runner.say({ kind: 'credit', total: 5 })
    onTestFinished(() => runner.socket.close())
    return runner
  }

  test.each([
    ['absent', 400, 'is not a connection of this project'],
    ['orders', 400, 'is a connection to POSTGRES and not to a LAKE'],
    ['other', 409, 'named without a schema are in main in Development, and in sales at the connection other'],
  ])('a move to %s is refused before anything happens', async (name, status, detail) => {
    const answer = await begin(place, name)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(detail)
  })

  test('an environment with databases of its own is refused', async () => {
    const body = { databases: { RAW: { database: 'raw' } } }
    await api.call('PATCH', `${place.project}/environments/Development`, { body })
    const answer = await begin(place)
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      expect.stringContaining('maps RAW to databases'),
    ])
  })

  test('without a runner it waits for one, can be cancelled, and nothing is held back any more', async () => {
    const { body: move } = await begin(place)
    expect(move.waitingFor).toMatch(/^the runner .* which is not connected$/)
    const runner = await connected()
    const wanted = await runner.heard('move-wanted')
    expect(wanted).toMatchObject({
      move: move.moveId,
      environment: 'Development',
      source: { type: 'DUCKDB' },
    })
    runner.say({ kind: 'move-progressed', move: move.moveId, tablesDone: 1, tablesTotal: 3, rows: 10 })
    await vi.waitUntil(async () => (await read(place, move.moveId)).tablesDone === 1, { timeout: 10_000 })
    const held = await run(place, 'Add')
    expect((await api.call('DELETE', `${place.moves}/${move.moveId}`)).status).toBe(204)
    expect(await runner.heard('move-stopped')).toMatchObject({ move: move.moveId })
    expect(await runner.heard('run')).toMatchObject({ execution: held })
    expect(await read(place, move.moveId)).toMatchObject({
      status: 'CANCELLED',
      finishedAt: expect.any(String),
    })
    // A runner that did not hear of it is refused.
    runner.say({ kind: 'move-ready', move: move.moveId })
    expect(await runner.heard('move-stopped')).toMatchObject({ move: move.moveId })
    runner.say({
      kind: 'move-ended',
      move: move.moveId,
      ok: true,
      tablesTotal: 0,
      rows: 0,
      views: 0,
      notKept: [],
      file: 'f',
    })
    expect((await environment(place)).defaultConnections).toBeUndefined()
  })

  test('from its commit on it cannot be cancelled, unless its runner is lost; another one is asked again', async () => {
    const { body: move } = await begin(place)
    const runner = await connected()
    await runner.heard('move-wanted')
    runner.say({ kind: 'move-ready', move: move.moveId })
    await runner.heard('move-confirmed')
    expect((await api.call('DELETE', `${place.moves}/${move.moveId}`)).status).toBe(409)
    await api.db.updateTable('runner_session').set({ ended_at: new Date() }).execute()
    const second = await connected()
    expect(await second.heard('move-wanted')).toMatchObject({ move: move.moveId })
    second.say({
      kind: 'move-ended',
      move: move.moveId,
      ok: true,
      tablesTotal: 4,
      rows: 9,
      views: 0,
      notKept: [],
      file: 'f',
    })
    expect(await ended(place, move.moveId)).toMatchObject({ status: 'SUCCEEDED', tablesTotal: 4, rows: 9 })
    expect((await environment(place)).defaultConnections).toEqual({ DWH: 'lake' })
  })

  test('a connection that changed meanwhile is not switched to', async () => {
    const { body: move } = await begin(place)
    const runner = await connected()
    await runner.heard('move-wanted')
    const override = {
      environmentName: 'Development',
      connectionName: 'lake',
      connectionProperties: { catalogSchema: { value: 'elsewhere' } },
    }
    await api.call('POST', `${place.project}/connections/environment-overrides`, { body: override })
    runner.say({ kind: 'move-ready', move: move.moveId })
    await runner.heard('move-confirmed')
    runner.say({
      kind: 'move-ended',
      move: move.moveId,
      ok: true,
      tablesTotal: 0,
      rows: 0,
      views: 0,
      notKept: [],
      file: 'f',
    })
    expect(await ended(place, move.moveId)).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('was changed or deleted while the environment moved'),
    })
    expect((await environment(place)).defaultConnections).toBeUndefined()
  })

  test('a statement that began before the move was seen is waited for', async () => {
    const older = await api.db.startTransaction().execute()
    await older.selectFrom('environment').select('id').execute()
    const { body: move } = await begin(place)
    await connected()
    await new Promise((done) => setTimeout(done, 2_500))
    expect(await read(place, move.moveId)).toMatchObject({
      status: 'WAITING',
      waitingFor: 'a transaction that began before the move',
    })
    await older.rollback().execute()
    await vi.waitUntil(async () => (await read(place, move.moveId)).status === 'COPYING', { timeout: 10_000 })
  })

  test('a backup that began before the move is not waited for', async () => {
    const backup = await connect(api.databaseUrl, 'headrace backup')
    onTestFinished(() => backup.end())
    await backup.query('begin')
    await backup.query('select from environment')
    const { body: move } = await begin(place)
    await connected()
    await vi.waitUntil(async () => (await read(place, move.moveId)).status === 'COPYING', { timeout: 10_000 })
  })
})
