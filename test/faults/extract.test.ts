import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { silent } from '../../src/lib/log.ts'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { type PagedApi, startPagedApi } from '../support/paged-api.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { allEnded } from '../support/soundness.ts'
import { workbookOf } from '../support/xlsx.ts'

/** Runners that die while they load what an API answers: no row is lost, none is there twice. */
const LEASE_SECONDS = 3
const PAGES = 4
const ROWS_PER_PAGE = 1_000
let fleet: Fleet
let api: ApiProcess
let runner: Running
let far: PagedApi
let folder: string
let postgres: EmbeddedPostgres
let warehouse: pg.Pool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-extract-'))
  ;[fleet, far, postgres] = await Promise.all([
    aFleet(LEASE_SECONDS),
    startPagedApi(PAGES, ROWS_PER_PAGE),
    startEmbeddedPostgres({ folder, log: silent, durable: false }),
  ])
  warehouse = new pg.Pool({ connectionString: postgres.connectionString, max: 2 })
  // Its server is stopped under it, when connections are idle or on their way out.
  warehouse.on('error', () => undefined)
  warehouse.on('connect', (client) => client.on('error', () => undefined))
  api = await fleet.startApi()
  await startRunner()
  const pagination = { type: 'PAGE', pageParameter: 'page', startPage: 1 }
  const endpoint = { name: 'rows', method: 'GET', url: far.url, response: { repeatingElement: '$.items' } }
  const json = { projectId: fleet.projectId, name: 'Far', endpoints: [{ ...endpoint, pagination }] }
  await fleet.client.call('POST', '/v1/custom-connectors', { json })
})
afterAll(async () => {
  await fleet.stop()
  await Promise.all([far.close(), warehouse.end()])
  await postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
beforeEach(() => far.reset())

async function startRunner(): Promise<void> {
  const password = decodeURIComponent(new URL(postgres.connectionString).password)
  runner = await fleet.startRunner({
    HEADRACE_SECRET_WAREHOUSE: password,
    HEADRACE_GRANT_SECRETS: 'warehouse=*',
  })
}

async function killRunner(): Promise<void> {
  runner.child.kill('SIGKILL')
  await runner.ended
}

/** Publishes a pipeline that loads the table and then looks at it, and starts it. */
async function begin(table: string, createTableMode: string): Promise<string> {
  const staged = `(select count(*) from information_schema.tables where table_name like 'headrace_load\\_%' escape '\\')`
  const look = `select concat_ws(' ', count(*), count(distinct id), sum(id), ${staged}) as seen from ${table}`
  const counted = '${sysvar.thisComponent.rowCount} ${sysvar.thisComponent.rowsInserted}'
  const extract = {
    type: 'api-extract',
    parameters: { connector: 'Far', endpoint: 'rows', table, createTableMode },
    links: { success: ['Look'] },
    more: { postProcessing: { updateOutputMessage: counted } },
  }
  const seeing = { mode: 'Advanced', query: look, scalarVariableMapping: [['seen', 'seen']] }
  const shown = { postProcessing: { updateOutputMessage: 'saw ${seen}' } }
  const pipeline = orchestration(
    {
      Start: start('Extract'),
      Extract: extract,
      Look: { type: 'query-to-scalar', parameters: seeing, more: shown },
    },
    { seen: { type: 'TEXT', defaultValue: '' } },
  )
  await fleet.publish({ 'Load.orch.yaml': pipeline })
  const [id] = await fleet.run('Load', 1)
  return id!
}

/** How the execution ended, and what its steps said. */
async function endOf(id: string) {
  await allEnded(fleet)
  const [execution] = await fleet.query<{ status: string; message: string | null }>(
    'select status, message from execution where id = $1',
    [id],
  )
  const steps = await fleet.query<{ name: string; message: string; rows: string | null }>(
    'select name, message, row_count as rows from step where execution_id = $1 order by seq',
    [id],
  )
  expect(execution).toEqual({ status: 'SUCCESS', message: null })
  expect(steps.map(({ name }) => name)).toEqual(['Start', 'Extract', 'Look'])
  return { extract: steps[1]!, look: steps[2]!.message }
}

const idsUpTo = (rows: number): number => (rows * (rows - 1)) / 2
/** What `Look` says of a table that holds every row once, and of no table that a load left behind. */
const everyRowOnce = () => `saw ${far.rows} ${far.rows} ${idsUpTo(far.rows)} 0`
const stagingTables = async () =>
  (
    await warehouse.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_name like 'headrace\\_load\\_%'`,
    )
  ).rows
const rowsOf = async (table: string) =>
  Number((await warehouse.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]!.n)

test('F2: DuckDB: a runner is killed in the middle of a load, and the next one loads every row once', async () => {
  far.hold(3)
  const id = await begin('orders', 'FAIL_IF_EXISTS')
  await waitFor('page 3 to be asked for', async () => far.asked(3) === 1)
  await killRunner()
  far.release(3)
  await startRunner()
  expect(await endOf(id)).toMatchObject({
    extract: { rows: String(far.rows), message: expect.stringContaining(`${far.rows} ${far.rows}`) },
    look: expect.stringContaining(everyRowOnce()),
  })
  expect([far.asked(1), far.asked(2)]).toEqual([2, 2])
})

test('the environment moves to PostgreSQL, where others may look on', async () => {
  const { hostname: host, port, pathname, username: user } = new URL(postgres.connectionString)
  const place = { host, port: Number(port), database: pathname.slice(1), user: decodeURIComponent(user) }
  const connection = { type: 'POSTGRES', ...place, passwordSecret: 'warehouse', ssl: false }
  const path = `/v1/projects/${fleet.projectId}/environments/Development`
  await fleet.client.call('PATCH', path, { json: { connection } })
})

test.each(['APPEND', 'TRUNCATE_AND_INSERT', 'REPLACE_IF_EXISTS'])(
  '%s: until the load is whole its target is what it was, whenever a runner dies',
  async (mode) => {
    const table = `target_${mode.toLowerCase()}`
    await warehouse.query(`create table ${table} as select -1::numeric as id, 'before' as wide`)
    far.hold(3)
    const id = await begin(table, mode)
    await waitFor('page 3 to be asked for', async () => far.asked(3) === 1)
    await waitFor('rows to be staged next to the target', async () => {
      const [staging] = await stagingTables()
      return staging !== undefined && (await rowsOf(staging.name)) > 0
    })
    await killRunner()
    expect(await rowsOf(table)).toBe(1)
    await startRunner()
    await waitFor('page 3 to be asked for again', async () => far.asked(3) === 2)
    expect([await rowsOf(table), (await stagingTables()).length]).toEqual([1, 1])
    far.release(3)
    const { extract, look } = await endOf(id)
    expect(extract.rows).toBe(String(far.rows))
    const kept = mode === 'APPEND' ? 1 : 0
    expect(look).toContain(`saw ${far.rows + kept} ${far.rows + kept} ${idsUpTo(far.rows) - kept} 0`)
  },
)

test('a runner that dies after its load was put in place, and before it could say so, loads nothing twice', async () => {
  await warehouse.query(`create table said_late as select -1::numeric as id, 'before' as wide`)
  far.hold(PAGES)
  const id = await begin('said_late', 'APPEND')
  await waitFor('the last page to be asked for', async () => far.asked(PAGES) === 1)
  api.child.kill('SIGKILL') // the runner's reports have no receiver any more
  await api.ended
  far.release(PAGES)
  await waitFor('the load to be in place', async () => (await rowsOf('said_late')) === far.rows + 1)
  await killRunner()
  api = await fleet.startApi()
  await startRunner()
  const { extract, look } = await endOf(id)
  expect(extract).toMatchObject({
    rows: String(far.rows),
    message: expect.stringMatching(/was already loaded.*\n?4000 4000$/s),
  })
  expect(look).toContain(`saw ${far.rows + 1} ${far.rows + 1} ${idsUpTo(far.rows) - 1} 0`)
  expect(far.asked(1)).toBe(1)
})

/** Publishes a pipeline and starts it. */
async function beginPipeline(pipeline: string): Promise<string> {
  await fleet.publish({ 'Load.orch.yaml': pipeline })
  const [id] = await fleet.run('Load', 1)
  return id!
}

test('a runner that is killed between begin and commit leaves nothing, and the next one says that it is undone', async () => {
  await warehouse.query('create table ledger (entry text)')
  const sql = (sqlScript: string, ...success: string[]) => ({
    type: 'sql-executor',
    parameters: { scriptLocation: 'Component', sqlScript },
    links: { success },
  })
  const id = await beginPipeline(
    orchestration({
      Start: start('Begin'),
      Begin: { type: 'begin', links: { success: ['Enter'] } },
      Enter: sql(`insert into ledger values ('first'); create table made_inside (x integer)`, 'Wait'),
      Wait: sql('select pg_sleep(300)', 'Again'),
      Again: sql(`insert into ledger values ('second')`, 'Commit'),
      Commit: { type: 'commit' },
    }),
  )
  const asleep = `from pg_stat_activity where query like '%pg_sleep(300)%' and pid <> pg_backend_pid()`
  await waitFor('the transaction to be under way', async () => {
    const { rows } = await warehouse.query(`select 1 ${asleep}`)
    return rows.length === 1
  })
  await killRunner()
  await warehouse.query(`select pg_terminate_backend(pid) ${asleep}`)
  await startRunner()
  await allEnded(fleet)
  const [execution] = await fleet.query<{ status: string; message: string }>(
    'select status, message from execution where id = $1',
    [id],
  )
  expect(execution).toMatchObject({ status: 'FAILED', message: expect.stringContaining('transaction') })
  expect(await rowsOf('ledger')).toBe(0)
  const { rows: made } = await warehouse.query(`select to_regclass('made_inside') as made`)
  expect(made).toEqual([{ made: null }])
})

test('a runner that is killed in the middle of a workbook leaves the table as it was, and the next one loads it once', async () => {
  const total = 60_000
  const cells = (n: number) => `<row r="${n + 2}"><c r="A${n + 2}"><v>${n}</v></c></row>`
  const head = '<row r="1"><c r="A1" t="str"><v>id</v></c></row>'
  const workbook = workbookOf({
    sheets: { Sheet1: head + Array.from({ length: total }, (_, n) => cells(n)).join('') },
  })
  const http = createServer((_, response) => response.end(workbook)).listen(0, '127.0.0.1')
  onTestFinished(() => void http.close())
  await once(http, 'listening')
  await warehouse.query(`create table sheet as select -1::numeric as id`)
  const sourceUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}/book.xlsx`
  const id = await beginPipeline(
    orchestration({
      Start: start('Fetch'),
      Fetch: {
        type: 'data-transfer-object',
        parameters: { sourceType: 'HTTP', sourceUrl, targetType: 'Local' },
        links: { success: ['Load'] },
      },
      Load: {
        type: 'excel-query',
        parameters: {
          storageType: 'Local',
          storageUrl: 'book.xlsx',
          sheetName: 'Sheet1',
          containsHeaderRow: 'Yes',
          targetTable: 'sheet',
        },
      },
    }),
  )
  await waitFor('rows of the workbook to arrive', async () => {
    const [staging] = await stagingTables()
    if (staging === undefined) return (await rowsOf('sheet')) === total
    return (await rowsOf(staging.name).catch(() => 0)) > 0
  })
  await killRunner()
  expect([1, total]).toContain(await rowsOf('sheet'))
  await startRunner()
  await allEnded(fleet)
  const [execution] = await fleet.query('select status, message from execution where id = $1', [id])
  expect(execution).toEqual({ status: 'SUCCESS', message: null })
  const { rows } = await warehouse.query(
    'select count(*)::int as n, count(distinct id)::int as ids, sum(id)::text as sum from sheet',
  )
  expect(rows).toEqual([{ n: total, ids: total, sum: String(idsUpTo(total)) }])
  expect(await stagingTables()).toEqual([])
})
