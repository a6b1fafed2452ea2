import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PostgresConnection } from '../../../warehouses/connection.ts'
import { createWarehouses } from '../../../warehouses/open.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { stepContext } from '../../testing/step-context.ts'
import { run as dbt } from './run.ts'

/** A real dbt with its adapter for PostgreSQL, where one is at hand. */
const program = process.env['HEADRACE_TEST_DBT']
const warehouses = createWarehouses({ allowPrivateAddresses: true })
const options = { signal: new AbortController().signal }
let connection: PostgresConnection
let warehouse: Warehouse

beforeAll(async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  connection = {
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1) || 'postgres',
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: false,
    schema: 'dbt tests',
  }
  warehouse = await warehouses.open(connection)
})
afterAll(async () => {
  await warehouse.execute('drop schema if exists "dbt tests" cascade', options)
  await warehouses.close()
})

const files = {
  'dbt_project.yml': 'name: shop\nversion: "1.0"\nprofile: shop\nmodel-paths: ["models"]\n',
  'models/orders.sql':
    "{{ config(materialized='table') }} select i as id, i * 2 as amount from generate_series(1, 5) as t(i)",
  'models/totals.sql': "select sum(amount) as total from {{ ref('orders') }}",
  'models/schema.yml':
    'models:\n  - {name: orders, columns: [{name: id, data_tests: [unique]}, {name: amount, data_tests: [{accepted_values: {values: [2, 4]}}]}]}\n',
}

test.skipIf(program === undefined)(
  'a real dbt builds models in the schema of the environment and tells of each',
  { timeout: 300_000 },
  async () => {
    vi.stubEnv('HEADRACE_DBT', program)
    const context = stepContext({ databaseConnection: connection, versionFiles: files })
    const built = await dbt.run(context, { command: 'dbt run' } as never)
    expect(built).toEqual({ result: 'SUCCESS', message: 'dbt run: 2 of 2 succeeded', rowCount: 5 })
    expect(context.parts).toMatchObject([
      { name: 'model.shop.orders', type: 'dbt-model', outcome: { result: 'SUCCESS', rowCount: 5 } },
      { name: 'model.shop.totals', type: 'dbt-model', outcome: { result: 'SUCCESS' } },
    ])
    const { batches } = await warehouse.query('select total from totals', options)
    expect((await Array.fromAsync(batches)).flat()).toEqual([['30']])
    await context.dispose()
    const tested = stepContext({ databaseConnection: connection, versionFiles: files })
    const failed = await dbt.run(tested, { command: 'dbt test' } as never)
    expect(failed.message).toContain(
      'dbt test: 1 of 2 succeeded, 1 failed. test.shop.accepted_values_orders_amount',
    )
    expect(failed.message).toContain('Got 3 results')
    await tested.dispose()
    vi.unstubAllEnvs()
  },
)
