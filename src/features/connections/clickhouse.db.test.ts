import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aConnection, aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { type ClickHouseStandIn, findChdb, startChdb } from '../../warehouses/clickhouse/stand-in.ts'
import { postgresOfTests, warehousesOfTests } from '../../warehouses/conformance/databases.ts'

/**
 * An environment on ClickHouse, from its connection to the end of an execution, through the API and a real
 * runner.
 */
const api = useApi()
const python = findChdb()
/** Minutes of its own: `npm run test:warehouses`. */
const isWanted = process.env['HEADRACE_TEST_WAREHOUSES'] === 'true'
if (isWanted && python === undefined) console.warn('chdb is not installed: no environment runs on ClickHouse')

const never = { signal: new AbortController().signal }
const orders = `orders_${randomUUID().slice(0, 8)}`

const transformation = (gate: object) =>
  JSON.stringify({
    type: 'transformation',
    version: '1.0',
    pipeline: {
      components: {
        Read: { type: 'table-input', parameters: { targetTable: 'loaded' } },
        Sum: {
          type: 'aggregate',
          sources: ['Read'],
          parameters: {
            groupings: ['customer'],
            aggregations: [['amount', 'Sum']],
            groupingType: 'Group By',
          },
        },
        Write: {
          type: 'rewrite-table',
          sources: ['Sum'],
          parameters: { targetTable: 'totals', gates: [gate] },
        },
      },
    },
  })

const pipelines = {
  'Load.orch.yaml': orchestration(
    {
      Start: start('Load'),
      Load: {
        type: 'database-query',
        parameters: {
          connection: 'shop',
          basicAdvancedMode: 'Advanced',
          sqlQuery: `select id, customer, amount from ${orders}`,
          incrementalColumn: 'id',
          targetTable: 'loaded',
        },
        links: { success: ['Sums'] },
      },
      Sums: {
        type: 'run-transformation',
        parameters: { transformationJob: 'Sums' },
        links: { success: ['Ask'] },
      },
      Ask: {
        type: 'query-to-scalar',
        parameters: {
          mode: 'Advanced',
          query: `select sum_amount as s from totals where customer = 'Ann'`,
          scalarVariableMapping: [['total', 's']],
        },
      },
    },
    { total: { type: 'TEXT', defaultValue: '' } },
  ),
  'Stopped.orch.yaml': orchestration({
    Start: start('Sums'),
    Sums: { type: 'run-transformation', parameters: { transformationJob: 'Gated' } },
  }),
  'Refused.orch.yaml': orchestration({ Start: start('Begin'), Begin: { type: 'begin' } }),
  'Sums.tran.yaml': transformation({ type: 'Not Null', columns: ['customer'] }),
  'Gated.tran.yaml': transformation({ type: 'Row Count', minimum: '1000' }),
}

describe.skipIf(!isWanted || python === undefined)('ClickHouse, as its engine stands behind a front', () => {
  let standIn: ClickHouseStandIn
  let runner: Awaited<ReturnType<typeof aRealRunner>>
  let project: string
  const warehouses = warehousesOfTests()
  const source = () => warehouses.open(postgresOfTests())
  const target = () => warehouses.open(standIn.connection('analytics'))

  beforeAll(async () => {
    standIn = await startChdb(python ?? '')
    await (await source()).execute(
      `create table ${orders} (id bigint, customer text, amount numeric(12, 2));
       insert into ${orders} values (1, 'Ann', 10.50), (2, 'Bo', 1), (3, 'Ann', 0.25)`,
      never,
    )
    const { projectId, agentId } = await aProject(api)
    project = `/v1/projects/${projectId}`
    const given = postgresOfTests()
    const { host, port, user, password, ssl } = standIn.connection('analytics')
    for (const [name, value] of Object.entries({ house: password, shop: given.password || 'none' }))
      await api.call('POST', `${project}/secrets`, { body: { name, value } })
    const house = { host, port, user, ssl, database: 'analytics' }
    const shop = { host: given.host, port: given.port, user: given.user, database: given.database }
    await connection('CLICKHOUSE', 'DWH', 'house', house)
    await connection('POSTGRES', 'COMPONENT_BASIC', 'shop', shop)
    const environment = { name: 'House', defaultAgentId: agentId, defaultConnections: { DWH: 'house' } }
    expect((await api.call('POST', `${project}/environments`, { body: environment })).status).toBe(201)
    expect((await publish(api, projectId, pipelines, { environment: 'House' })).status).toBe(201)
    runner = await aRealRunner(api, agentId)
  }, 120_000)
  afterAll(async () => {
    await runner?.close()
    if (standIn !== undefined) await (await source()).execute(`drop table ${orders}`, never)
    await warehouses.close()
    await standIn?.[Symbol.asyncDispose]()
  })

  async function connection(
    authProvider: string,
    platformConnectionType: string,
    name: string,
    own: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const properties = Object.fromEntries(Object.entries(own).map(([key, value]) => [key, { value }]))
    const body = {
      ...aConnection(name, { ...properties, password: { secretName: name } }),
      authProvider,
      platformConnectionType,
    }
    expect((await api.call('POST', `${project}/connections`, { body })).status).toBe(201)
  }

  /** How it ended, and what its failed steps say. */
  async function run(pipelineName: string): Promise<string> {
    const executions = `${project}/pipeline-executions`
    const made = await api.call<{ pipelineExecutionId: string }>('POST', executions, {
      body: { pipelineName, environmentName: 'House' },
    })
    expect(made.status).toBe(201)
    const path = `${executions}/${made.body.pipelineExecutionId}`
    const status = await vi.waitUntil(
      async () => {
        const { body } = await api.call<{ status: string }>('GET', path)
        return /^(SUCCESS|FAILED|CANCELLED)$/.test(body.status) ? body.status : undefined
      },
      { timeout: 60_000, interval: 100 },
    )
    const { body: steps } = await api.call('GET', `${path}/steps`)
    return `${status} ${JSON.stringify(steps)}`
  }
  async function rowsOf(sql: string) {
    const { batches } = await (await target()).query(sql, never)
    return (await Array.fromAsync(batches)).flat()
  }

  test('its connection is tried, rows are loaded once, transformed, checked and read', async () => {
    const tried = async () => {
      const body = { environmentName: 'House' }
      return (await api.call('POST', `${project}/connections/house/test`, { body })).body
    }
    // The runner may be busy with its start for longer than a test of a connection waits.
    await expect
      .poll(tried, { timeout: 60_000 })
      .toMatchObject({ ok: true, version: expect.stringMatching(/^\d+\.\d+/) })
    expect(await run('Load')).toMatch(/^SUCCESS/)
    expect(await rowsOf('select id, customer, amount from loaded order by id')).toEqual([
      ['1', 'Ann', '10.50'],
      ['2', 'Bo', '1.00'],
      ['3', 'Ann', '0.25'],
    ])
    await (await source()).execute(`insert into ${orders} values (4, 'Ann', 100)`, never)
    expect(await run('Load')).toMatch(/^SUCCESS/)
    expect(await rowsOf('select count(), sum(amount) from loaded')).toEqual([['4', '111.75']])
    expect(await rowsOf(`select sum_amount from totals where customer = 'Ann'`)).toEqual([['110.75']])
    expect(
      await rowsOf(
        `select name from system.tables where database = 'analytics' and name like 'headrace_%' order by name`,
      ),
    ).toEqual([['headrace_loads'], ['headrace_watermarks']])
  }, 120_000)

  test('a gate that stops leaves what was there, and what ClickHouse cannot do is said in the same words', async () => {
    const before = await rowsOf('select * from totals order by all')
    expect(await run('Stopped')).toMatch(/^FAILED .*expected at least 1,000 rows, found 2 rows/)
    expect(await rowsOf('select * from totals order by all')).toEqual(before)
    expect(await run('Refused')).toMatch(/^FAILED .*ClickHouse has no transactions: each statement is kept/)
  }, 120_000)
})
