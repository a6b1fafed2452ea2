import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EnvironmentMove } from '../../src/features/environment-moves/schema.ts'
import { duckdbPath } from '../../src/runner/steps/environment-connection.ts'
import { lakeExtensions, warehousesOfTests } from '../../src/warehouses/conformance/databases.ts'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { type Running, waitFor } from '../support/platform.ts'

/**
 * An environment that moves to a lake while processes are killed: SQL runs on the file, or on a lake that has
 * everything once.
 */
const ROWS = 3_000_000
const never = { signal: new AbortController().signal }

describe.skipIf(lakeExtensions === undefined)('an environment moves to a lake', () => {
  let fleet: Fleet
  let folder: string
  let api: ApiProcess
  let runner: Running
  let moves: string
  let schemas = 0

  const startRunner = () =>
    fleet.startRunner({ HEADRACE_DATA_DIR: folder, HEADRACE_DUCKDB_EXTENSIONS: lakeExtensions! })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headrace-moves-'))
    fleet = await aFleet(3)
    api = await fleet.startApi()
    const environment = `/v1/projects/${fleet.projectId}/environments/Development`
    moves = `${environment}/moves`
    const place = { dataDir: folder, project: fleet.projectId, environment: 'Development' }
    await mkdir(dirname(duckdbPath(place)), { recursive: true })
    const warehouses = warehousesOfTests()
    const file = await warehouses.open({ type: 'DUCKDB', path: duckdbPath(place) })
    for (const sql of [
      `create table large as select range as n, md5(range::varchar) as s from range(${ROWS})`,
      'create table small as select 1 as n',
      'create view sums as select count(*) as n from large',
    ])
      await file.execute(sql, never)
    await warehouses.close()
    runner = await startRunner()
  }, 180_000)
  afterAll(async () => {
    await fleet.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const schema = () => `lake_${schemas}`

  /** Begins a move to a lake of its own, of an environment that is on its file. */
  async function begin(): Promise<string> {
    schemas++
    const { hostname, port, pathname, username } = new URL(fleet.databaseUrl)
    const project = `/v1/projects/${fleet.projectId}`
    const properties = {
      host: { value: hostname },
      port: { value: Number(port) },
      database: { value: pathname.slice(1) },
      user: { value: username },
      password: { secretName: 'lake' },
      catalogSchema: { value: schema() },
    }
    const password = new URL(fleet.databaseUrl).password || 'none'
    if (schemas === 1)
      await fleet.client.call('POST', `${project}/secrets`, { json: { name: 'lake', value: password } })
    const json = {
      name: schema(),
      authProvider: 'LAKE',
      authType: 'FOLDER',
      connectionDetails: { connectionProperties: properties },
    }
    await fleet.client.call('POST', `${project}/data-platform-connections`, { json })
    const path = `${project}/environments/Development`
    await fleet.client.call('PATCH', path, { json: { defaultConnections: {} } })
    return again()
  }

  async function again(): Promise<string> {
    const json = { connectionName: schema() }
    return (await fleet.client.call<EnvironmentMove>('POST', moves, { json })).moveId
  }

  const read = (id: string) => fleet.client.call<EnvironmentMove>('GET', `${moves}/${id}`)
  const reaches = (id: string, status: EnvironmentMove['status']) =>
    waitFor(`the move to be ${status}`, async () => (await read(id)).status === status)
  const ended = (id: string) =>
    waitFor('the move to end', async () => {
      const move = await read(id).catch(() => undefined)
      return move?.finishedAt === undefined ? undefined : move
    })

  /** Tables that the lake shows, with their rows. */
  async function inLake(): Promise<readonly string[]> {
    const rows = await fleet.query<{ t: string }>(
      `select t.table_name || ' ' || s.record_count as t from ${schema()}.ducklake_table t
         join ${schema()}.ducklake_table_stats s using (table_id) where t.end_snapshot is null order by 1`,
    )
    return rows.map(({ t }) => t)
  }

  /** Everything is in the lake once, and SQL runs there. */
  async function expectMoved(id: string): Promise<void> {
    const move = await ended(id)
    expect(move).toMatchObject({ status: 'SUCCEEDED', rows: ROWS + 1, tablesTotal: 2, views: 1 })
    expect(await inLake()).toEqual([`large ${ROWS}`, 'small 1'])
    const path = `/v1/projects/${fleet.projectId}/environments/Development`
    const { defaultConnections } = await fleet.client.call<{ defaultConnections: object }>('GET', path)
    expect(defaultConnections).toEqual({ DWH: schema() })
  }

  test('F29: the runner is killed while it copies', async () => {
    const id = await begin()
    await reaches(id, 'COPYING')
    await sleep(500)
    runner.child.kill('SIGKILL')
    await runner.ended
    expect(await inLake().catch(() => [])).toEqual([])
    runner = await startRunner()
    await expectMoved(id)
  }, 120_000)

  test('F29: the API is killed while the runner copies', async () => {
    const id = await begin()
    await reaches(id, 'COPYING')
    api.child.kill('SIGKILL')
    await api.ended
    api = await fleet.startApi()
    await expectMoved(id)
  }, 120_000)

  test('F29: runner and API are killed between the commit and the record of its report', async () => {
    const id = await begin()
    await reaches(id, 'COPYING')
    const blocking = await fleet.connect()
    await blocking.query('begin')
    await blocking.query('select from environment for update')
    await waitFor('the lake to have everything', async () => (await inLake().catch(() => [])).length === 2)
    runner.child.kill('SIGKILL')
    api.child.kill('SIGKILL')
    await Promise.all([runner.ended, api.ended])
    await blocking.query('rollback')
    await blocking.end()
    api = await fleet.startApi()
    expect((await read(id)).status).toBe('COMMITTING')
    runner = await startRunner()
    await expectMoved(id)
  }, 120_000)

  test('F29: PostgreSQL, which has both the platform and the catalog, is killed while the runner copies', async () => {
    const id = await begin()
    await reaches(id, 'COPYING')
    await fleet.restartPostgres(500)
    const { status } = await ended(id)
    if (status === 'SUCCEEDED') return expectMoved(id)
    expect(status).toBe('FAILED')
    expect(await inLake().catch(() => [])).toEqual([])
    await expectMoved(await again())
  }, 180_000)
})
