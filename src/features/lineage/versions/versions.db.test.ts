import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { idleTransactions } from '../../../../test/support/idle-transactions.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { aPerson } from '../../../../test/support/users.ts'
import type { Exclusively } from '../../../lib/exclusively.ts'
import { silent } from '../../../lib/log.ts'
import { Problem } from '../../../lib/problem.ts'
import type {
  Asset,
  AssetDetails,
  AssetGraph,
  AssetPipeline,
  ColumnTrace,
  VersionLineage,
} from '../schema.ts'
import type { VersionTools } from './plan.ts'
import { recordVersions } from './work.ts'

/** From published versions to the graph of assets: nothing of it is ever run. */
const api = useApi()
let projectId: string

const sqlStep = (sqlScript: string, ...success: string[]) => ({
  type: 'sql-executor',
  parameters: { sqlScript },
  links: { success },
})
const transformation = (components: object) =>
  JSON.stringify({ type: 'transformation', version: '1.0', pipeline: { components } })
const files = {
  'Load.orch.yaml': orchestration(
    {
      Start: start('Make'),
      Make: sqlStep('create table orders as select 1 as id, 2.5 as amount', 'Fill'),
      Fill: sqlStep(
        'insert into ${target} (total) select amount * 2 from orders; insert into ${loop} select * from orders',
        'Loop',
      ),
      Loop: {
        type: 'fixed-iterator',
        parameters: {
          concurrency: 'Sequential',
          variablesToIterate: ['loop'],
          iterationValues: [['a'], ['b']],
        },
        more: { iterationTarget: 'Each' },
      },
      Each: sqlStep('insert into each_${loop} select * from orders'),
      Unlinked: sqlStep('insert into never select * from orders'),
    },
    {
      target: { type: 'TEXT', defaultValue: 'totals' },
      loop: { type: 'TEXT', defaultValue: 'a_guess' },
    },
  ),
  'Sum.tran.yaml': transformation({
    Totals: { type: 'table-input', parameters: { targetTable: 'totals', columnNames: ['total'] } },
    Other: { type: 'sql', parameters: { query: 'select region as total from regions' } },
    Both: { type: 'unite', sources: ['Totals', 'Other'], parameters: {} },
    Write: { type: 'rewrite-table', sources: ['Both'], parameters: { targetTable: '${prefix}_sums' } },
  }),
}

beforeAll(async () => {
  projectId = (await aProject(api, { environments: ['Production'] })).projectId
  const variable = { name: 'prefix', type: 'TEXT', behaviour: 'COPIED', value: 'dev' }
  await api.call('POST', `/v1/projects/${projectId}/variables`, { body: variable })
  const overrides = [{ environmentName: 'Production', value: 'prod' }]
  const path = `/v1/projects/${projectId}/variables/prefix/environment-overrides`
  expect((await api.call('POST', path, { body: { overrides } })).status).toBe(200)
  await published(files, '1')
}, 120_000)

async function published(these: Readonly<Record<string, string>>, name: string): Promise<void> {
  expect((await publish(api, projectId, these, { name, environment: 'Production' })).status).toBe(201)
  await recorded()
}

/** The pass of the running API has recorded everything. */
const recorded = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from version_lineage_due`.execute(
        api.db,
      )
      expect(rows[0]!.n).toBe(0)
    },
    { timeout: 60_000, interval: 50 },
  )

async function names(): Promise<string[]> {
  const path = `/v1/assets?projectId=${projectId}&size=100`
  const { body } = await api.call<{ results: Asset[] }>('GET', path)
  return body.results.map(({ name }) => name.replace('main.', ''))
}
async function assetId(name: string): Promise<string> {
  const path = `/v1/assets?projectId=${projectId}&search=main.${name}`
  const { body } = await api.call<{ results: Asset[] }>('GET', path)
  return body.results[0]!.assetId
}
const graphOf = async (name: string) =>
  (await api.call<AssetGraph>('GET', `/v1/assets/${await assetId(name)}/graph`)).body
const enable = (versionName: string, enabled: boolean) =>
  api.call(
    'PATCH',
    `/v1/projects/${projectId}/artifacts/details?environmentName=Production&versionName=${versionName}`,
    { body: { enabled } },
  )

test('assets of a version are known before it has run, and names that only a run knows are none', async () => {
  expect(await names()).toEqual(['orders', 'prod_sums', 'regions', 'totals'])
  const graph = await graphOf('orders')
  expect(graph.nodes.map(({ name, distance }) => [name.replace('main.', ''), distance])).toEqual([
    ['orders', 0],
    ['totals', 1],
    ['prod_sums', 2],
  ])
  for (const edge of graph.edges) {
    expect(edge.knownFrom).toEqual(['VERSION'])
    expect(edge).not.toHaveProperty('lastExecutionId')
  }
})

test('what breaks without a column counts what has not run yet, where the SQL says it', async () => {
  const id = await assetId('orders')
  const { body } = await api.call<ColumnTrace>('GET', `/v1/assets/${id}/column-lineage?column=amount`)
  expect(body.downstream.map(({ name, column }) => `${name}.${column}`)).toEqual(['main.totals.total'])
  const details = await api.call<AssetDetails>('GET', `/v1/assets/${id}`)
  expect(details.body).toMatchObject({
    columnNames: ['id', 'amount'],
    uses: [{ environmentName: 'Production', reads: true, writes: true }],
  })
  expect(details.body.uses[0]).not.toHaveProperty('lastUsedTime')
  const pipelines = await api.call<{ total: number; results: AssetPipeline[] }>(
    'GET',
    `/v1/assets/${id}/pipelines`,
  )
  expect(pipelines.body).toMatchObject({
    total: 1,
    results: [{ pipelineName: 'Load', knownFrom: ['VERSION'] }],
  })
})

test('a version says what each of its components will read and write', async () => {
  const path = `/v1/projects/${projectId}/artifacts/lineage?environmentName=Production`
  const { body } = await api.call<VersionLineage>('GET', path)
  expect(body).toMatchObject({
    versionName: '1',
    current: true,
    recordedTime: expect.any(String),
    truncated: false,
  })
  const lines = body.steps.map(
    ({ pipelineName, componentName, reads, writes }) =>
      `${pipelineName}, ${componentName}: ${reads.map((r) => r.name)} > ${writes.map((w) => w.name)}`,
  )
  expect(lines.sort()).toEqual([
    'Load, Each: main.orders > ',
    'Load, Fill: main.orders > main.totals',
    'Load, Make:  > main.orders',
    'Sum, Write: main.totals,main.regions > main.prod_sums',
  ])
  const one = await api.call<VersionLineage>('GET', `${path}&versionName=1&pipelineName=Sum`)
  expect(one.body.steps.map(({ componentName }) => componentName)).toEqual(['Write'])
  expect((await api.call('GET', `${path}&versionName=none`)).status).toBe(404)
  expect((await api.call('GET', path.replace('Production', 'Nowhere'))).status).toBe(404)
})

test('the newest enabled version counts: another one, a disabled one and one that is enabled again', async () => {
  const load = orchestration({
    Start: start('Copy'),
    Copy: sqlStep('create table copies as select id from orders'),
  })
  await published({ 'Load.orch.yaml': load }, '2')
  expect(await names()).toEqual(['copies', 'orders'])
  expect((await graphOf('orders')).nodes).toHaveLength(2)
  await enable('2', false)
  await recorded()
  expect(await names()).toEqual(['orders', 'prod_sums', 'regions', 'totals'])
  const path = `/v1/projects/${projectId}/artifacts/lineage?environmentName=Production&versionName=2`
  expect((await api.call('GET', path)).body).toMatchObject({
    current: false,
    steps: [{ componentName: 'Copy' }],
  })
  await enable('1', false)
  await recorded()
  expect(await names()).toEqual([])
  const newest = path.replace('&versionName=2', '')
  expect((await api.call('GET', newest)).status).toBe(404)
  await enable('1', true)
  await recorded()
  expect(await names()).toContain('totals')
})

test('nobody sees assets of versions in environments that they do not see', async () => {
  const id = await assetId('orders')
  const { id: person, token } = await aPerson(api)
  const other = await aProject(api)
  await api.call('PUT', `/v1/projects/${other.projectId}/members/${person}`, { body: { role: 'READ_ONLY' } })
  for (const path of ['', '/graph', '/pipelines', '/column-lineage?column=amount'])
    expect((await api.call('GET', `/v1/assets/${id}${path}`, { token })).status, path).toBe(404)
  const lineage = `/v1/projects/${projectId}/artifacts/lineage?environmentName=Production`
  expect((await api.call('GET', lineage, { token })).status).toBe(404)
})

test('what waits is recorded by one pass, however many versions were published meanwhile', async () => {
  await Promise.all(
    Array.from({ length: 5 }, (_, at) => {
      const step = sqlStep(`create table burst_${at} as select id from orders`)
      const file = orchestration({ Start: start('One'), One: step })
      return publish(api, projectId, { 'One.orch.yaml': file }, { name: `b${at}`, environment: 'Production' })
    }),
  )
  await recorded()
  const found = await names()
  expect(found.filter((name) => name.startsWith('burst_'))).toHaveLength(1)
})

/** Reads the version of the project once more, as given. */
async function readAgain(tools: Partial<VersionTools & { exclusively: Exclusively }>): Promise<void> {
  await sql`delete from version_lineage`.execute(api.db)
  await sql`insert into version_lineage_due (environment_id) select environment_id from artifact limit 1`.execute(
    api.db,
  )
  const nothing = async () => ({ statements: [], unread: [], needsColumns: false })
  const exclusively: Exclusively = (_, work) => work()
  await recordVersions(
    api.db,
    { readSql: nothing, planVersion: async () => [], exclusively, log: silent, ...tools },
    new AbortController().signal,
  )
}

test('no transaction is open while a version is read, however long that takes', async () => {
  const seen: (readonly string[])[] = []
  const planVersion = async () => {
    seen.push(await idleTransactions(api.db))
    return []
  }
  await readAgain({ planVersion })
  expect(seen).toEqual([[]])
})

const lineages = async () =>
  (await sql<{ lineage: string }>`select lineage from version_lineage`.execute(api.db)).rows.flatMap(
    ({ lineage }) => JSON.parse(lineage),
  )

test('a version that takes too long to read is recorded as far as it was read, and says so', async () => {
  const component = (componentName: string) => ({
    pipelineName: 'Slow',
    componentName,
    assets: { writes: [{ namespace: 'file', name: componentName }] },
    scripts: [],
    queries: {
      database: { namespace: 'file', dialect: 'duckdb' as const, schema: 'main' },
      statements: ['select 1'],
    },
  })
  const now = vi.spyOn(performance, 'now')
  const readSql = async () => {
    now.mockReturnValue(Number.MAX_SAFE_INTEGER)
    return { statements: [], unread: [], needsColumns: false }
  }
  await readAgain({ planVersion: async () => [component('first'), component('second')], readSql })
  now.mockRestore()
  expect(await lineages()).toMatchObject([
    { componentName: 'first', unread: [] },
    { componentName: '', unread: ['Reading the version takes more than 60 s; the rest was not read'] },
  ])
})

test('F31: a version whose names cannot be kept is recorded without them, and says so', async () => {
  const writing = (name: string) => ({
    pipelineName: 'Long',
    componentName: 'Write',
    assets: {
      writes: [
        { namespace: 'file', name },
        { namespace: 'file', name: 'short' },
      ],
    },
    scripts: [],
  })
  const long = randomBytes(3_000).toString('base64')
  await readAgain({ planVersion: async () => [writing(long)] })
  expect(await lineages()).toMatchObject([
    { writes: [{ name: 'short' }], unread: ['A name is too long to be kept'] },
  ])

  await sql`alter table asset add constraint refused check (name <> 'refused') not valid`.execute(api.db)
  await readAgain({ planVersion: async () => [writing('refused')] })
  await sql`alter table asset drop constraint refused`.execute(api.db)
  expect(await lineages()).toMatchObject([
    { componentName: '', unread: ['What the version reads and writes cannot be kept'] },
  ])
})

test('a version that cannot be read is recorded without anything, says so, and holds up no other', async () => {
  const broken = async () => {
    throw new Error('A thread answered out of turn')
  }
  await readAgain({ planVersion: broken })
  expect(await lineages()).toMatchObject([
    { componentName: '', unread: ['The version cannot be read; the log of the server has details'] },
  ])
  const busy = async () => {
    throw new Problem('service-unavailable', 'Too many pipelines are being checked')
  }
  await readAgain({ planVersion: busy })
  expect(await lineages(), 'it is tried again').toEqual([])
  await readAgain({})
})

test('while another server records, a server leaves it to that one', async () => {
  const busy: Exclusively = async () => {
    throw new Problem('service-unavailable', 'Another change of it is in progress')
  }
  const planVersion = vi.fn(async () => [])
  await readAgain({ planVersion, exclusively: busy })
  expect(planVersion).not.toHaveBeenCalled()
})

test('while nothing waits a server asks for no turn', async () => {
  await sql`delete from version_lineage_due`.execute(api.db)
  const exclusively: Exclusively = () => expect.unreachable()
  const signal = new AbortController().signal
  const readSql = async () => ({ statements: [], unread: [], needsColumns: false })
  await recordVersions(api.db, { readSql, planVersion: async () => [], exclusively, log: silent }, signal)
})
