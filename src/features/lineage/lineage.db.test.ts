import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { openLineageFaults } from '../../../test/support/openlineage-schemas.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { aPerson, aPersonalToken } from '../../../test/support/users.ts'
import type { Exclusively } from '../../lib/exclusively.ts'
import { silent } from '../../lib/log.ts'
import { guardedPost } from '../../lib/outgoing-http.ts'
import { sendEvents } from './events/sending.ts'
import { readSendingState } from './events/sending-store.ts'
import type {
  Asset,
  AssetDetails,
  AssetGraph,
  AssetPipeline,
  ColumnTrace,
  ExecutionLineage,
  LineageEvent,
} from './schema.ts'

/** From pipelines that a real runner runs on DuckDB to what people and catalogues see. */
const api = useApi()
let projectId: string
let runner: Awaited<ReturnType<typeof aRealRunner>>
let execution: string

const sqlStep = (sqlScript: string, ...success: string[]) => ({
  type: 'sql-executor',
  parameters: { sqlScript },
  links: { success },
})
const files = {
  'Shop.orch.yaml': orchestration(
    {
      Start: start('Orders'),
      Orders: sqlStep(
        'create table orders as select 1 as id, 2.5 as amount, 3 as customer; create table customers (id int, name text)',
        'Flow',
      ),
      Flow: {
        type: 'run-transformation',
        parameters: { transformationJob: 'Sum' },
        links: { success: ['Report'] },
      },
      Report: sqlStep(
        'create or replace view report_${what} as select "sum_taxed" * 2 as doubled from "sums"',
      ),
    },
    { what: { type: 'TEXT', defaultValue: 'daily' } },
  ),
  'Sum.tran.yaml': JSON.stringify({
    type: 'transformation',
    version: '1.0',
    pipeline: {
      components: {
        Orders: {
          type: 'table-input',
          parameters: { targetTable: 'orders', columnNames: ['customer', 'amount'] },
        },
        Taxed: {
          type: 'calculator',
          sources: ['Orders'],
          parameters: { includeInputColumns: 'Yes', calculations: [['"amount" * 1.2', 'taxed']] },
        },
        Total: {
          type: 'aggregate',
          sources: ['Taxed'],
          parameters: { groupings: ['customer'], aggregations: [['taxed', 'Sum']] },
        },
        Write: { type: 'rewrite-table', sources: ['Total'], parameters: { targetTable: 'sums' } },
      },
    },
  }),
  'Fails.orch.yaml': orchestration({ Start: start('Fail'), Fail: sqlStep('select * from nowhere') }),
}

beforeAll(async () => {
  const made = await aProject(api, { environments: ['Production'] })
  projectId = made.projectId
  runner = await aRealRunner(api, made.agentId)
  await publish(api, projectId, files, { environment: 'Production' })
  execution = await run('Shop', 'SUCCESS')
  await run('Fails', 'FAILED')
  await vi.waitUntil(async () => (await events()).length >= 6, { timeout: 60_000, interval: 200 })
}, 120_000)
afterAll(() => runner.close())

async function run(pipelineName: string, status: string): Promise<string> {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName, environmentName: 'Production' }
  const begun = await api.call<{ pipelineExecutionId: string }>('POST', path, { body })
  const id = begun.body.pipelineExecutionId
  const ended = await vi.waitUntil(
    async () => {
      const { rows } = await sql<{ status: string; message: string | null }>`
        select status, message from execution where id = ${id} and finished_at is not null`.execute(api.db)
      return rows[0]
    },
    { timeout: 60_000, interval: 100 },
  )
  expect(ended, ended.message ?? '').toMatchObject({ status })
  return id
}

const window = () => {
  const [from, before] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  return `generatedFrom=${from}&generatedBefore=${before}`
}
async function events(token?: string): Promise<LineageEvent[]> {
  const path = `/v1/lineage/events?${window()}&size=100`
  const { body } = await api.call<{ results: LineageEvent[] }>('GET', path, token ? { token } : {})
  return body.results.filter(({ event }) => event.job.namespace.endsWith(projectId))
}
async function assetNamed(name: string): Promise<Asset> {
  const { body } = await api.call<{ results: Asset[] }>(
    'GET',
    `/v1/assets?projectId=${projectId}&search=${name}`,
  )
  const found = body.results.find((one) => one.name === name)
  if (found === undefined) throw new Error(`${name} is not among ${body.results.map((one) => one.name)}`)
  return found
}

test('tables of scripts and transformations are assets, with who wrote them last and how many rows', async () => {
  const { assetId } = await assetNamed('main.sums')
  const { body } = await api.call<AssetDetails>('GET', `/v1/assets/${assetId}`)
  expect(body).toMatchObject({
    namespace: `duckdb://${projectId}/Production`,
    kind: 'TABLE',
    columnNames: ['customer', 'sum_taxed'],
    uses: [{ projectId, environmentName: 'Production', reads: true, writes: true }],
    lastWrite: { rootExecutionId: execution, pipelineName: 'Sum', componentName: 'Write', rowCount: 1 },
  })
  const { body: writes } = await api.call<{ total: number }>('GET', `/v1/assets/${assetId}/writes`)
  expect(writes.total).toBe(1)
})

test('the graph goes over pipelines, and a column is traced through all components, both ways', async () => {
  const { assetId } = await assetNamed('main.sums')
  const { body: graph } = await api.call<AssetGraph>('GET', `/v1/assets/${assetId}/graph`)
  expect(graph.nodes.map(({ name, distance }) => [name, distance])).toEqual([
    ['main.sums', 0],
    ['main.orders', -1],
    ['main.report_daily', 1],
  ])
  const { body: trace } = await api.call<ColumnTrace>(
    'GET',
    `/v1/assets/${assetId}/column-lineage?column=sum_taxed`,
  )
  const shown = (all: ColumnTrace['upstream']) => all.map(({ name, column }) => `${name}.${column}`)
  expect(shown(trace.upstream)).toEqual(['main.orders.amount'])
  expect(shown(trace.downstream)).toEqual(['main.report_daily.doubled'])
})

test('the list is searched, filtered by pipeline, kind and freshness, and sorted by name and time', async () => {
  const list = async (query: string) => {
    const path = `/v1/assets?projectId=${projectId}${query}`
    const { status, body } = await api.call<{ total: number; results: Asset[] }>('GET', path)
    expect(status, query).toBe(200)
    expect(body.total).toBe(body.results.length)
    return body.results.map(({ name }) => name.replace('main.', ''))
  }
  // Nobody wrote `nowhere`: a published pipeline reads it.
  expect(await list('')).toEqual(['customers', 'nowhere', 'orders', 'report_daily', 'sums'])
  expect(await list('&sort=-name')).toEqual(['sums', 'report_daily', 'orders', 'nowhere', 'customers'])
  expect(await list('&sort=-lastWrittenTime')).toEqual([
    'report_daily',
    'sums',
    'customers',
    'orders',
    'nowhere',
  ])
  expect(await list('&pipelineName=Sum')).toEqual(['orders', 'sums'])
  expect(await list('&search=REPORT_')).toEqual(['report_daily'])
  expect(await list('&kind=FILE')).toEqual([])
  expect(await list('&lastWrittenBefore=2026-01-01T00:00:00Z')).toEqual([])
  expect(await list('&lastWrittenBefore=2999-01-01T00:00:00Z')).toHaveLength(4)
  expect((await api.call('GET', '/v1/assets?pipelineName=Sum')).status).toBe(400)
  expect((await api.call('GET', '/v1/assets?sort=kind')).status).toBe(400)
})

test('the pipelines that read and write an asset are listed', async () => {
  const { assetId } = await assetNamed('main.sums')
  const { body } = await api.call<{ total: number; results: AssetPipeline[] }>(
    'GET',
    `/v1/assets/${assetId}/pipelines`,
  )
  expect(body.results.map(({ pipelineName, reads, writes }) => [pipelineName, reads, writes])).toEqual([
    ['Shop', true, false],
    ['Sum', false, true],
  ])
  expect(body.results[0]).toMatchObject({
    projectId,
    environmentName: 'Production',
    knownFrom: ['VERSION', 'RUN'],
    lastExecutionId: execution,
  })
})

test('what environments that one does not see make of an asset is counted and not named', async () => {
  const { assetId } = await assetNamed('main.report_daily')
  const { id, token } = await aPerson(api)
  await api.call('PUT', `/v1/projects/${projectId}/members/${id}`, { body: { role: 'READ_ONLY' } })
  const other = await aProject(api, { environments: ['Secret'] })
  const graphOf = async () =>
    (await api.call<AssetGraph>('GET', `/v1/assets/${assetId}/graph`, { token })).body
  expect((await graphOf()).nodes[0]).toMatchObject({ hiddenUpstream: 0, hiddenDownstream: 0 })
  await sql`
    insert into asset (id, namespace, name, kind) select gen_random_uuid(), 'secret://place', 'secret' || n, 'TABLE'
      from generate_series(1, 3) n`.execute(api.db)
  await sql`
    insert into asset_edge select ${assetId}::uuid, a.id, e.project_id, e.id, 'Secret', 'Write', '{}', gen_random_uuid(), now()
      from asset a, environment e where a.namespace = 'secret://place' and e.project_id = ${other.projectId}`.execute(
    api.db,
  )
  await sql`
    insert into asset_use select ${assetId}::uuid, project_id, id, true, false, now()
      from environment where project_id = ${other.projectId}`.execute(api.db)
  const graph = await graphOf()
  expect(graph.nodes[0]).not.toHaveProperty('lastWrittenTime')
  const one = await api.call('GET', `/v1/assets/${assetId}`, { token })
  expect(Object.keys(one.body)).toEqual(expect.not.arrayContaining(['columnNames', 'lastWrittenTime']))
  const before = new Date(Date.now() + 60_000).toISOString()
  const fresh = await api.call<{ results: object[] }>(
    'GET',
    `/v1/assets?lastWrittenBefore=${before}&sort=-lastWrittenTime&search=report_daily`,
    { token },
  )
  expect(fresh.body.results).toEqual([])
  expect((await api.call('GET', `/v1/assets/${assetId}`)).body).toHaveProperty('lastWrittenTime')
  expect(graph.nodes[0]).toMatchObject({ name: 'main.report_daily', hiddenUpstream: 0, hiddenDownstream: 3 })
  expect(JSON.stringify(graph).toLowerCase()).not.toContain('secret')
  // Edges of an environment that was deleted are not counted.
  for (const table of ['asset_edge', 'asset_use'])
    await sql`update ${sql.ref(table)} set environment_id = gen_random_uuid() where project_id = ${other.projectId}`.execute(
      api.db,
    )
  expect((await graphOf()).nodes[0]).toMatchObject({ hiddenDownstream: 0 })
})

test('a run says what each of its steps read and wrote', async () => {
  const path = `/v1/projects/${projectId}/pipeline-executions/${execution}/lineage`
  const { body } = await api.call<ExecutionLineage>('GET', path)
  const lines = body.steps.map(
    ({ componentName, reads, writes }) =>
      `${componentName}: ${reads.map((r) => r.name)} > ${writes.map((w) => w.name)}`,
  )
  expect(lines).toEqual([
    'Orders:  > main.orders,main.customers',
    'Write: main.orders > main.sums',
    'Report: main.sums > main.report_daily',
  ])
})

test('each run has one event when it began and one when it ended, with columns, rows and the reason of a failure', async () => {
  const told = await events()
  for (const { event } of told) expect(openLineageFaults(event)).toEqual([])
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
  const types = (name: string) =>
    told.filter(({ event }) => event.job.name === name).map(({ event }) => event.eventType)
  expect([types('Shop'), types('Sum'), types('Fails')]).toEqual([
    ['START', 'COMPLETE'],
    ['START', 'COMPLETE'],
    ['START', 'FAIL'],
  ])
  const sum = told.find(({ event }) => event.job.name === 'Sum' && event.eventType === 'COMPLETE')!.event
  expect(sum.run.facets['parent']).toMatchObject({ run: { runId: execution }, job: { name: 'Shop' } })
  expect(sum.outputs[0]).toMatchObject({
    name: 'main.sums',
    facets: {
      schema: { fields: [{ name: 'customer' }, { name: 'sum_taxed' }] },
      columnLineage: { fields: { sum_taxed: { inputFields: [{ name: 'main.orders', field: 'amount' }] } } },
    },
    outputFacets: { outputStatistics: { rowCount: 1 } },
  })
  const failed = told.find(({ event }) => event.eventType === 'FAIL')!.event
  expect(JSON.stringify(failed.run.facets['errorMessage'])).toContain('nowhere')
})

test('who sees no environment that uses an asset sees neither it nor its events', async () => {
  const { assetId } = await assetNamed('main.sums')
  const { id, token } = await aPerson(api)
  const other = await aProject(api)
  await api.call('PUT', `/v1/projects/${other.projectId}/members/${id}`, { body: { role: 'READ_ONLY' } })
  for (const path of ['', '/graph', '/writes', '/pipelines', '/column-lineage?column=sum_taxed'])
    expect((await api.call('GET', `/v1/assets/${assetId}${path}`, { token })).status, path).toBe(404)
  expect(await events(token)).toEqual([])
})

test('an administrator of the installation sees assets, events and runs without a role in the project', async () => {
  const { id } = await aPerson(api)
  await sql`update principal set account_role = 'SUPER_ADMIN' where id = ${id}`.execute(api.db)
  const token = await aPersonalToken(api, id, ['read'])
  const { assetId } = await assetNamed('main.sums')
  expect((await api.call('GET', `/v1/assets/${assetId}`, { token })).status).toBe(200)
  expect(await events(token)).not.toEqual([])
  const path = `/v1/projects/${projectId}/pipeline-executions/${execution}/lineage`
  expect((await api.call('GET', path, { token })).status).toBe(200)
})

test('a window of more than 31 days, and one that is turned around, are refused', async () => {
  const ask = (from: string, before: string) =>
    api.call('GET', `/v1/lineage/events?generatedFrom=${from}T00:00:00Z&generatedBefore=${before}T00:00:00Z`)
  expect((await ask('2026-01-01', '2026-02-01')).status).toBe(200)
  for (const [from, before] of [
    ['2026-01-01', '2026-02-02'],
    ['2026-01-02', '2026-01-01'],
  ] as const)
    expect(await ask(from, before)).toMatchObject({
      status: 400,
      body: { violations: [expect.stringMatching(/^query\/generatedBefore must be /)] },
    })
})

test('events are sent in their order; one that is not taken is tried again, one that is rejected three times left out', async () => {
  const received: string[] = []
  let answer: number | ((text: string) => number) = 503
  const receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const isOurs = request.headers.authorization === 'Bearer key' && request.method === 'POST'
    const status = !isOurs ? 401 : typeof answer === 'number' ? answer : answer(text)
    if (status === 201) received.push(text)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/v1/lineage`
  const post = guardedPost({ allowPrivateAddresses: true })
  const exclusively: Exclusively = (_, work) => work()
  const signal = new AbortController().signal
  const send = async () => {
    await sql`update lineage_sending set next_attempt_at = now()`.execute(api.db)
    await sendEvents({ db: api.db, log: silent, exclusively, post, url, apiKey: 'key' }, signal)
  }
  try {
    const { rows } = await sql<{ event: string }>`select event from lineage_event order by seq`.execute(
      api.db,
    )
    await send()
    await send()
    expect(await readSendingState(api.db)).toMatchObject({
      waiting: rows.length,
      lastError: 'It answered 503',
    })
    answer = (text) => (text === rows[1]!.event ? 422 : 201)
    await send()
    answer = 503
    await send()
    answer = (text) => (text === rows[1]!.event ? 422 : 201)
    await send()
    expect(received).toHaveLength(1)
    await send()
    expect(received).toEqual(rows.map(({ event }) => event).filter((_, index) => index !== 1))
    expect(await readSendingState(api.db)).toMatchObject({ waiting: 0, rejected: 1 })
  } finally {
    receiver.close()
  }
})
