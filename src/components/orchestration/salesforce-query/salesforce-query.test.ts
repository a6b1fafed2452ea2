import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type Arrived, sendJson, startWire, type Wire } from '../../../../test/support/wire.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { useDuckDb } from '../../testing/use-duckdb.ts'
import { run as salesforceQuery } from './run.ts'
import { queryFaults } from './soql.ts'

const duckdb = useDuckDb()
let wire: Wire | undefined

afterEach(async () => {
  await wire?.close()
  wire = undefined
})

const field = (name: string, type: string, precision = 0, scale = 0) => ({ name, type, precision, scale })
const fields = [
  ...[field('Id', 'id'), field('Name', 'string'), field('IsActive', 'boolean'), field('Since', 'date')],
  ...[field('AnnualRevenue', 'currency', 18, 2), field('LastModifiedDate', 'datetime')],
  ...[field('Employees', 'int'), field('BillingAddress', 'address')],
]

const record = (n: number) => ({
  attributes: { type: 'Account', url: `/services/data/v62.0/sobjects/Account/${n}` },
  Id: `001${n}`,
  Name: `It's ${n}`,
  IsActive: n === 1,
  Since: '2026-01-31',
  AnnualRevenue: 1234567.89,
  LastModifiedDate: '2026-02-01T03:04:05.000+0000',
  Employees: n,
  BillingAddress: { city: 'Oslo' },
  Owner: { attributes: { type: 'User' }, Name: 'Ada' },
})

/** An organization of two accounts on two pages; `instead` answers before it does. */
async function organization(instead: (request: Arrived, response: ServerResponse) => boolean = () => false) {
  wire = await startWire((request, response) => {
    if (instead(request, response)) return
    if (!/^Bearer token-\d$/.test(request.headers.authorization ?? ''))
      return void response.writeHead(401).end('[{"errorCode":"INVALID_SESSION_ID"}]')
    if (request.url === '/services/data/v62.0/sobjects/Account/describe')
      return sendJson(response, { fields })
    if (request.url === '/services/data/v62.0/query/01g-2000')
      return sendJson(response, { done: true, records: [record(2)] })
    if (request.url.startsWith('/services/data/v62.0/query?q='))
      return sendJson(response, {
        done: false,
        nextRecordsUrl: '/services/data/v62.0/query/01g-2000',
        records: [record(1)],
      })
    response.writeHead(404).end('[{"errorCode":"NOT_FOUND"}]')
  })
  return wire
}

/** As files have them. */
const account = {
  basicAdvancedMode: 'Basic',
  authenticationMethod: 'OAuth',
  useSandbox: 'No',
  authentication: 'Sales',
  connectionOptions: null,
  dataSource: 'Account',
  dataSelection: ['Id', 'Name', 'Owner.Name'],
  dataSourceFilter: null,
  combineFilters: 'And',
  limit: '',
  type: 'Standard',
  warehouse: '[Environment Default]',
  schema: '[Environment Default]',
  targetTable: 'sf_account',
  stage: '[Custom]',
  loadOptions: null,
}

const run = (parameters: object, step: TestStep = {}) => {
  const context = stepContext({ warehouse: duckdb.warehouse, oauthToken: async () => 'token-1', ...step })
  const given = { instanceUrl: wire?.origin, ...account, ...parameters }
  return salesforceQuery.run({ ...context, idempotencyKey: randomUUID() }, given as never)
}

const askedOf = ({ arrived }: Wire) => arrived.flatMap(({ query }) => query.getAll('q'))

test('an object is read page by page, with the types that Salesforce gives its fields', async () => {
  const org = await organization()
  const outcome = await run({ dataSelection: null, dataSourceFilter: [['Name', 'Not', 'Like', "It's\\"]] })
  expect(outcome).toEqual({
    result: 'SUCCESS',
    message: '2 rows are in sf_account',
    rowCount: 2,
    byteCount: expect.any(Number),
    changes: { inserted: 2, updated: 0, deleted: 0 },
  })
  expect(outcome.byteCount).toBeGreaterThan(JSON.stringify([record(1), record(2)]).length)
  const names = 'Id,Name,IsActive,Since,AnnualRevenue,LastModifiedDate,Employees,BillingAddress'
  expect(askedOf(org)).toEqual([`SELECT ${names} FROM Account WHERE (NOT Name LIKE 'It\\'s\\\\')`])
  expect(await duckdb.rowsOf('select * from sf_account order by Id limit 1')).toEqual([
    ['0011', "It's 1", 'true', '2026-01-31', '1234567.89', '2026-02-01 03:04:05', '1', '{"city":"Oslo"}'],
  ])
  expect(await duckdb.rowsOf('select column_type from (describe sf_account)')).toEqual([
    ...[['VARCHAR'], ['VARCHAR'], ['BOOLEAN'], ['DATE'], ['DECIMAL(18,2)'], ['TIMESTAMP']],
    ...[['DECIMAL(38,0)'], ['JSON']],
  ])
})

test('values are written as the types of their fields', async () => {
  const org = await organization()
  await run({
    combineFilters: 'Or',
    limit: '7',
    dataSourceFilter: [
      ['LastModifiedDate', 'Is', 'Greater than', '1990-01-01 00:00:00'],
      ['employees', 'Is', 'Less than or equal to', '5'],
      ['IsActive', 'Is', 'Equal to', 'TRUE'],
      ['Since', 'Is', 'Not equal to', '2026-01-31'],
      ['Owner.Name', 'Is', 'Null', ''],
    ],
  })
  expect(askedOf(org)).toEqual([
    'SELECT Id,Name,Owner.Name FROM Account WHERE LastModifiedDate > 1990-01-01T00:00:00Z OR employees <= 5 ' +
      'OR IsActive = true OR Since != 2026-01-31 OR Owner.Name = null LIMIT 7',
  ])
  expect(await duckdb.rowsOf('select "Owner.Name" from sf_account limit 1')).toEqual([['Ada']])
  const odd = await run({ dataSourceFilter: [['Employees', 'Is', 'Equal to', '1 OR Name != null']] })
  expect(odd.message).toContain('which does not fit its type, int')
})

test('SOQL is sent as it is written, and rows may be added', async () => {
  const org = await organization()
  const advanced = {
    basicAdvancedMode: 'Advanced',
    sqlQuery: 'SELECT Id, Name FROM Account',
    targetTable: 'added',
  }
  await run(advanced)
  const again = await run({ ...advanced, loadOptions: [['Recreate Target Table', 'Off']] })
  expect(again).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
  expect(askedOf(org)[0]).toBe('SELECT Id, Name FROM Account')
  expect(await duckdb.rowsOf('select Id, count(*) from added group by 1 order by 1')).toEqual([
    ['0011', '2'],
    ['0012', '2'],
  ])
})

test('a refused token is replaced once', async () => {
  const org = await organization()
  const rejected: (string | undefined)[] = []
  const oauthToken = async (_name: string, _host: string, one: string | undefined) => {
    rejected.push(one)
    return one === undefined ? 'old' : 'token-2'
  }
  expect(await run({}, { oauthToken })).toMatchObject({ result: 'SUCCESS' })
  expect(rejected).toEqual([undefined, expect.stringMatching(/^[\w-]{43}$/)])
  expect(org.arrived.filter(({ headers }) => headers.authorization === 'Bearer old')).toHaveLength(1)
  const dead = await run({}, { oauthToken: async () => 'old' })
  expect(dead.message).toContain('answered 401 Unauthorized: [{"errorCode":"INVALID_SESSION_ID"}]')
})

test('a page that fails leaves the table as it was, and so does one that cannot be followed', async () => {
  await duckdb.execute('create or replace table kept as select 1 as a')
  await organization(({ url }, response) => {
    if (url.endsWith('-2000')) response.writeHead(403).end('[{"errorCode":"REQUEST_LIMIT_EXCEEDED"}]')
    return url.endsWith('-2000')
  })
  const outcome = await run({ targetTable: 'kept' })
  expect(outcome.message).toContain('REQUEST_LIMIT_EXCEEDED')
  expect(await duckdb.rowsOf('select * from kept')).toEqual([['1']])
  await wire?.close()
  for (const next of ['//evil.example.com/x', undefined]) {
    await organization(({ url }, response) => {
      const isQuery = url.includes('?q=')
      if (isQuery) sendJson(response, { done: false, records: [record(1)], nextRecordsUrl: next })
      return isQuery
    })
    const stopped = await run({ targetTable: 'kept' })
    expect(stopped.message).toContain('has more records, and does not say under which path')
    await wire?.close()
  }
  expect(await duckdb.rowsOf('select * from kept')).toEqual([['1']])
})

test('numbers keep their digits, and whole ones lose the zeros that Salesforce gives them', async () => {
  const written =
    '{"Id":"1","Amount":12345678901234567.25,"Score":100.0,"Big":3.5E8},' +
    '{"Id":"2","Amount":0.5,"Score":7.0,"Big":1.5}'
  const numbers = [
    field('Id', 'id'),
    field('Amount', 'currency', 20, 2),
    field('Score', 'double', 18, 0),
    field('Big', 'double', 18, 2),
  ]
  await organization(({ url }, response) => {
    if (url.endsWith('/describe')) sendJson(response, { fields: numbers })
    else response.end(`{"done":true,"records":[${written}]}`)
    return true
  })
  await run({ dataSelection: null, targetTable: 'sf_numbers' })
  expect(await duckdb.rowsOf('select * from sf_numbers order by Id')).toEqual([
    ['1', '12345678901234567.25', '100', '350000000.00'],
    ['2', '0.50', '7', '1.50'],
  ])
  const advanced = { basicAdvancedMode: 'Advanced', sqlQuery: 'SELECT Id, Score FROM Account' }
  await run({ ...advanced, targetTable: 'sf_floats' })
  expect(await duckdb.rowsOf('select typeof(Score), Score from sf_floats order by Id')).toEqual([
    ['DOUBLE', '100'],
    ['DOUBLE', '7'],
  ])
})

test('the records of a subquery are read to their end', async () => {
  const contacts = (names: readonly string[], rest: object) => ({
    totalSize: 3,
    records: names.map((Name) => ({ attributes: { type: 'Contact' }, Name })),
    ...rest,
  })
  const more = '/services/data/v62.0/query/02g-2'
  await organization(({ url }, response) => {
    if (url === more) sendJson(response, contacts(['C'], { done: true }))
    else {
      const Contacts = contacts(['A', 'B'], { done: false, nextRecordsUrl: more })
      sendJson(response, { done: true, records: [{ Id: '1', Contacts }] })
    }
    return true
  })
  const sqlQuery = 'SELECT Id, (SELECT Name FROM Contacts) FROM Account'
  await run({ basicAdvancedMode: 'Advanced', sqlQuery, targetTable: 'sf_contacts' })
  const names = `select Contacts->>'$.records[*].Name', Contacts->>'$.done' from sf_contacts`
  expect(await duckdb.rowsOf(names)).toEqual([['["A","B","C"]', 'true']])
})

test('a query of many fields is one address, and one that is longer than Salesforce reads says what to do', async () => {
  const wide = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      field(`Custom_Field_Number_${String(n).padStart(4, '0')}`, 'string'),
    )
  let count = 600
  const org = await organization(({ url }, response) => {
    if (url.endsWith('/describe')) sendJson(response, { fields: wide(count) })
    else sendJson(response, { done: true, records: [] })
    return true
  })
  const all = { dataSelection: null, targetTable: 'sf_wide' }
  expect(await run(all)).toMatchObject({ result: 'SUCCESS' })
  expect(org.arrived.at(-1)?.url.length).toBeLessThan(16_384)
  count = 700
  expect((await run(all)).message).toContain('choose fewer fields in Data Selection ("dataSelection")')
})

test('without an instance Salesforce is asked where the organization is', async () => {
  const org = await organization(({ url }, response) => {
    const isUser = url === '/services/oauth2/userinfo'
    const urls = { rest: 'https://acme.my.salesforce.com/services/data/v{version}/' }
    if (isUser) sendJson(response, { urls })
    return isUser
  })
  const hosts: string[] = []
  const context = stepContext({
    warehouse: duckdb.warehouse,
    oauthToken: async (_, host) => `token-${hosts.push(host)}`,
  })
  const fetch: typeof context.fetch = (url, init) => {
    const { pathname, search } = new URL(String(url))
    return context.fetch(`${org.origin}${pathname}${search}`, init)
  }
  const given = { ...account, useSandbox: 'Yes' }
  const outcome = await salesforceQuery.run(
    { ...context, fetch, idempotencyKey: randomUUID() },
    given as never,
  )
  expect(outcome).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
  expect(hosts).toEqual(['test.salesforce.com', 'acme.my.salesforce.com'])
})

test('a field that the object lacks is named; every fault has its sentence', async () => {
  await organization()
  expect((await run({ dataSelection: ['Id', 'Nmae'] })).message).toBe('Account has no field Nmae')
  expect(queryFaults(account)).toEqual([])
  const wrong = {
    authenticationMethod: 'Username/Password',
    dataSource: 'Account a',
    dataSelection: ['Id', 'count()'],
    dataSourceFilter: [
      ['Name', 'Is', 'Contains', 'x'],
      ['Name', 'Is not', 'Like', 'x'],
    ],
    limit: 'all',
    instanceUrl: 'acme',
  }
  expect(queryFaults(wrong)).toEqual([
    'Authentication Method ("authenticationMethod") is "Username/Password"; only OAuth is available',
    'Instance ("instanceUrl") must be an address like https://acme.my.salesforce.com',
    'Data Source ("dataSource") is "Account a", which is not the name of an object',
    'Data Selection ("dataSelection") names "count()", which is not the name of a field',
    'Data Source Filter ("dataSourceFilter") has "Is not" instead of Is or Not',
    expect.stringContaining('has the comparator "Contains"; it must be one of: equal to'),
    'Limit ("limit") is "all"; it must be a whole number from 0 to 2000000000',
  ])
  expect(queryFaults({ ...account, instanceUrl: 'http://acme.my.salesforce.com' })).toEqual([
    'Instance ("instanceUrl") must be an address like https://acme.my.salesforce.com',
  ])
  expect(queryFaults({ basicAdvancedMode: 'Advanced' })).toEqual(['Query ("sqlQuery") is missing'])
  const counting = { basicAdvancedMode: 'Advanced', sqlQuery: 'SELECT COUNT() FROM Account' }
  expect(queryFaults(counting)).toEqual([expect.stringContaining('write count(Id)')])
})

test('a cancel ends the read', async () => {
  const cancel = new AbortController()
  const reason = new Error('cancelled')
  await organization(() => {
    cancel.abort(reason)
    return true
  })
  await expect(run({}, { signal: cancel.signal })).rejects.toBe(reason)
})
