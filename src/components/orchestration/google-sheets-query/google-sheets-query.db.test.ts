import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSheets, dated, ID } from '../../../../test/support/google-sheets.ts'
import { startWire, type Wire } from '../../../../test/support/wire.ts'
import { createWarehouses } from '../../../warehouses/open.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { stepContext } from '../../testing/step-context.ts'
import { run as googleSheetsQuery } from './run.ts'

const warehouses = createWarehouses({ allowPrivateAddresses: true })
const options = { signal: new AbortController().signal }
const schema = 'google_sheets_query'
let warehouse: Warehouse
let wire: Wire

beforeAll(async () => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  warehouse = await warehouses.open({
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1) || 'postgres',
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: false,
    schema,
  })
})
afterAll(async () => {
  await wire?.close()
  await warehouse.execute(`drop schema ${schema} cascade`, options)
  await warehouses.close()
})

test('PostgreSQL gets the types of the cells, and keeps the table when Google refuses', async () => {
  const rows = [
    ['n', 'day', 'moment', 'yes', 'x'],
    [1, dated(45_000, 'DATE'), dated(45_000.25, 'DATE_TIME'), true, 1e21],
    [2, null, null, false, 0.1],
  ]
  let isDown = false
  const answer = createSheets({ Typed: rows }, { isAllowed: (token) => token === 'token-1' && !isDown })
  wire = await startWire(answer)
  const context = stepContext({ warehouse, oauthToken: async () => 'token-1' })
  const fetch: typeof context.fetch = (url, init) => {
    const { pathname, search } = new URL(String(url))
    return context.fetch(`${wire.origin}${pathname}${search}`, init)
  }
  const read = (idempotencyKey: string) =>
    googleSheetsQuery.run({ ...context, fetch, idempotencyKey }, {
      authentication: 'Sheets',
      spreadsheetName: ID,
      targetTable: 'typed',
    } as never)
  expect(await read('first')).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
  const sql = 'select n, day, moment, yes, x from typed order by n'
  const found = async () => {
    const { batches } = await warehouse.query(sql, options)
    return (await Array.fromAsync(batches)).flat()
  }
  expect(await found()).toEqual([
    ['1', '2023-03-15', '2023-03-15 06:00:00', 'true', '1e+21'],
    ['2', null, null, 'false', '0.1'],
  ])
  isDown = true
  expect(await read('second')).toMatchObject({ result: 'FAILED' })
  expect(await found()).toHaveLength(2)
  isDown = false
  expect((await read('first')).message).toContain('was already loaded')
  await context.dispose()
  await wire.close()
})

test('questions of a form become columns, though their names are longer than PostgreSQL takes', async () => {
  const question = 'Please say in your own words what you liked best about the workshop on '
  const rows = [
    [`${question}Monday?`, `${question}Tuesday?`],
    ['all', 'nothing'],
  ]
  wire = await startWire(createSheets({ Form: rows }, { isAllowed: () => true }))
  const context = stepContext({ warehouse, oauthToken: async () => 'token-1' })
  const fetch: typeof context.fetch = (url, init) => {
    const { pathname, search } = new URL(String(url))
    return context.fetch(`${wire.origin}${pathname}${search}`, init)
  }
  for (const recreate of ['On', 'Off']) {
    const loadOptions = [['Recreate Target Table', recreate]]
    const given = { authentication: 'Sheets', spreadsheetName: ID, targetTable: 'form', loadOptions }
    const step = { ...context, fetch, idempotencyKey: `form ${recreate}` }
    expect(await googleSheetsQuery.run(step, given as never)).toMatchObject({ result: 'SUCCESS' })
  }
  const columns = await warehouse.describe({ table: 'form' }, options)
  expect(columns?.map(({ name }) => name)).toEqual([question.slice(0, 63), `${question.slice(0, 61)}_2`])
  expect(context.lines.filter((line) => line.startsWith('Columns renamed'))).toHaveLength(2)
  await context.dispose()
})
