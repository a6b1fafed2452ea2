import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { importSPKI, jwtVerify } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { type Cells, createSheets, dated, failed, ID } from '../../../../test/support/google-sheets.ts'
import { type Arrived, sendJson, startWire, type Wire } from '../../../../test/support/wire.ts'
import { stepContext, type TestContext, type TestStep } from '../../testing/step-context.ts'
import { useDuckDb } from '../../testing/use-duckdb.ts'
import { sheetFaults } from './properties.ts'
import { run as googleSheetsQuery } from './run.ts'
import { openSpreadsheet } from './spreadsheet.ts'

const duckdb = useDuckDb()
let wire: Wire | undefined

afterEach(async () => {
  await wire?.close()
  wire = undefined
})

const orders: Cells = [
  ['Id', 'Customer', 'Paid', 'Ordered', 'Seen', 'Total', 'id', null, 'Takes', 'Mixed'],
  [
    1,
    "O'Hara",
    true,
    dated(45_000, 'DATE'),
    dated(45_000.5, 'DATE_TIME'),
    12.5,
    'x',
    null,
    dated(1.0625, 'TIME', '[h]:mm:ss'),
    1,
  ],
  [],
  [
    2,
    'A B',
    false,
    dated(45_001, 'DATE'),
    dated(45_001, 'DATE_TIME'),
    3,
    null,
    null,
    dated(45_000.5, 'TIME', 'h:mm'),
    'n/a',
  ],
  [3, 'Łukasz\n"x"\u2028', null, null, null, failed('#N/A'), 'y', null, null, true],
]

const sheets = {
  "Bob's 2026": orders,
  Letters: [
    [1, 'a'],
    [2, 'b'],
  ] as Cells,
}

async function google(
  content: Readonly<Record<string, Cells>> = sheets,
  instead: (request: Arrived, response: ServerResponse) => boolean | Promise<boolean> = () => false,
) {
  const answer = createSheets(content, { isAllowed: (token) => /^token-\d$/.test(token) })
  wire = await startWire(async (request, response) => {
    if (!(await instead(request, response))) answer(request, response)
  })
  return wire
}

/** As files have them. */
const given = {
  basicAdvancedMode: 'Basic',
  authenticationMethod: 'OAuth 2.0 Authorization Code',
  authentication: 'Sheets',
  connectionOptions: null,
  spreadsheetName: ID,
  containsHeaderRow: 'Yes',
  cellRange: '',
  dataSource: "Bob's 2026",
  dataSelection: null,
  dataSourceFilter: null,
  combineFilters: 'And',
  limit: '',
  type: 'Standard',
  warehouse: '[Environment Default]',
  schema: '[Environment Default]',
  targetTable: 'orders',
  stage: '[Custom]',
  loadOptions: null,
}

/** Google's addresses lead to the wire; the token is asked for the address that it is sent to. */
async function run(parameters: object, step: TestStep = {}, lines: string[] = []) {
  const context: TestContext = stepContext({
    warehouse: duckdb.warehouse,
    oauthToken: async (_, host) => (/^(sheets|www)\.googleapis\.com$/.test(host) ? 'token-1' : 'none'),
    ...step,
  })
  const fetch: typeof context.fetch = (url, init) => {
    const { origin, pathname, search } = new URL(String(url))
    expect(origin).toMatch(/^https:\/\/(sheets|www|oauth2)\.googleapis\.com$/)
    return context.fetch(`${wire?.origin}${pathname}${search}`, init)
  }
  try {
    const all = { ...context, fetch, idempotencyKey: randomUUID() }
    return await googleSheetsQuery.run(all, { ...given, ...parameters } as never)
  } finally {
    lines.push(...context.lines)
    await context.dispose()
  }
}

test('a sheet becomes a table, each column with the type of all of its cells', async () => {
  await google()
  const lines: string[] = []
  expect(await run({}, {}, lines)).toEqual({
    result: 'SUCCESS',
    message: '3 rows are in orders',
    rowCount: 3,
    byteCount: expect.any(Number),
    changes: { inserted: 3, updated: 0, deleted: 0 },
  })
  expect(lines).toContain('Cells that contain an error, such as #N/A, were loaded as empty: 1')
  expect(await duckdb.rowsOf('select column_name, column_type from (describe orders)')).toEqual([
    ...[
      ['Id', 'DECIMAL(38,0)'],
      ['Customer', 'VARCHAR'],
      ['Paid', 'BOOLEAN'],
      ['Ordered', 'DATE'],
    ],
    ...[
      ['Seen', 'TIMESTAMP'],
      ['Total', 'DOUBLE'],
      ['id_2', 'VARCHAR'],
      ['Takes', 'VARCHAR'],
      ['Mixed', 'VARCHAR'],
    ],
  ])
  expect(await duckdb.rowsOf('select * from orders order by "Id"')).toEqual([
    ['1', "O'Hara", 'true', '2023-03-15', '2023-03-15 12:00:00', '12.5', 'x', '25:30:00', '1'],
    ['2', 'A B', 'false', '2023-03-16', '2023-03-16 00:00:00', '3', null, '12:00:00', 'n/a'],
    ['3', 'Łukasz\n"x"\u2028', null, null, null, null, 'y', null, 'TRUE'],
  ])
})

test('a name that looks like an id is found as a name', async () => {
  const name = 'Accounts_of_all_regions_since_2019'
  await google(sheets, ({ url, query }, response) => {
    const isSearch = url.startsWith('/drive/') && query.get('q')?.startsWith(`name = '${name}'`) === true
    if (isSearch) sendJson(response, { files: [{ id: ID }] })
    return isSearch
  })
  expect(await run({ spreadsheetName: name })).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
  const other = await run({ spreadsheetName: `${name}_or_not` })
  expect(other.message).toContain('answered 404')
})

test('columns, rows and cells are chosen', async () => {
  await google()
  const filters = [
    ['id', 'Is', 'Greater than', '1'],
    ['Customer', 'Not', 'Like', '%k_sz%'],
  ]
  expect(await run({ dataSelection: ['customer', 'Id'], dataSourceFilter: filters })).toMatchObject({
    rowCount: 1,
  })
  expect(await duckdb.rowsOf('select * from orders')).toEqual([['A B', '2']])
  const any = {
    dataSourceFilter: [
      ['Paid', 'Is', 'Equal to', 'true'],
      ['Ordered', 'Is', 'Null', ''],
    ],
  }
  await run({ ...any, combineFilters: 'Or', dataSelection: ['Id'] })
  expect(await duckdb.rowsOf('select * from orders order by 1')).toEqual([['1'], ['3']])
  const dates = [['Ordered', 'Is', 'Less than', '2099-01-01']]
  expect(await run({ dataSourceFilter: dates, dataSelection: ['Id'] })).toMatchObject({ rowCount: 2 })
  await run({ dataSource: 'letters', containsHeaderRow: 'No', cellRange: 'B1:E*', loadOptions: null })
  expect(await duckdb.rowsOf('select "B" from orders order by 1')).toEqual([['a'], ['b']])
  await run({ dataSelection: ['Id'], limit: '1' })
  expect(await duckdb.rowsOf('select * from orders')).toEqual([['1']])
  const missing = await run({ dataSelection: ['Idd'], cellRange: 'A1:B9' })
  expect(missing.message).toBe(`Sheet "Bob's 2026" of "Accounts" has no column "Idd"; it has Id, Customer`)
})

test('SQL names a sheet, its cells and its columns; rows may be added', async () => {
  await google()
  const sql = {
    basicAdvancedMode: 'Advanced',
    sqlQuery: `select Id, [Customer] from "Bob's 2026#A1:B*" limit 2;`,
  }
  const added = { ...sql, targetTable: 'added' }
  await run(added)
  expect(await run({ ...added, loadOptions: [['Recreate Target Table', 'Off']] })).toMatchObject({
    rowCount: 2,
  })
  expect(await duckdb.rowsOf('select "Id", count(*) from added group by 1 order by 1')).toEqual([
    ['1', '2'],
    ['2', '2'],
  ])
  const text = { connectionOptions: [['Type Detection Scheme', 'None']], dataSelection: ['Id', 'Paid'] }
  await run({ ...text, targetTable: 'texts' })
  expect(await duckdb.rowsOf('select "Id" || "Paid" from texts where "Id" = \'1\'')).toEqual([['1TRUE']])
})

test('a name that the sheet says is that of its column, beside columns without one and names that stand twice', async () => {
  const header = [null, 'A', 'B', 'Name', 'name', 'NAME_2']
  await google({ Matrix: [header, ['Oslo', 1, 2, 'x', 'y', 'z']] })
  await run({ dataSource: 'Matrix', targetTable: 'matrix' })
  expect(await duckdb.rowsOf('select column_name from (describe matrix)')).toEqual(
    ['A_2', 'A', 'B', 'Name', 'name_3', 'NAME_2'].map((name) => [name]),
  )
  expect(await duckdb.rowsOf('select "A", "A_2", "NAME_2" from matrix')).toEqual([['1', 'Oslo', 'z']])
})

test('dates become timestamps beside timestamps, and text beside anything else', async () => {
  const days: Cells = [
    ['both', 'any'],
    [dated(45_000, 'DATE'), dated(45_000, 'DATE')],
    [dated(45_000.5, 'DATE'), 'soon'],
  ]
  await google({ Days: days })
  await run({ dataSource: 'Days', targetTable: 'days' })
  expect(await duckdb.rowsOf('select typeof("both"), "both", "any" from days order by 2')).toEqual([
    ['TIMESTAMP', '2023-03-15 00:00:00', '2023-03-15'],
    ['TIMESTAMP', '2023-03-15 12:00:00', 'soon'],
  ])
})

test('a large sheet is read in pieces that stay inside of it', async () => {
  const many: Cells = [['n'], ...Array.from({ length: 30_500 }, (_, index) => [index])]
  const { arrived } = await google({ Many: many })
  expect(await run({ dataSource: '', targetTable: 'many' })).toMatchObject({ rowCount: 30_500 })
  expect(await duckdb.rowsOf('select count(*), max(n) from many')).toEqual([['30500', '30499']])
  const ranges = arrived.flatMap(({ query }) => query.getAll('ranges'))
  expect(ranges).toEqual(["'Many'!A1:A30000", "'Many'!A30001:A30501"])
})

test('a service account signs for the least that it needs', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const key = await importSPKI(publicKey, 'RS256')
  await google(sheets, async ({ url, body }, response) => {
    if (url !== '/token') return false
    const { payload } = await jwtVerify(new URLSearchParams(body).get('assertion') ?? '', key, {
      issuer: 'reader@p.iam.gserviceaccount.com',
      audience: 'https://oauth2.googleapis.com/token',
    })
    const scopes = String(payload['scope']).split(' ')
    const isLeast = scopes.every((scope) => /\/auth\/(spreadsheets|drive\.metadata)\.readonly$/.test(scope))
    if (isLeast) sendJson(response, { access_token: 'token-7', expires_in: 3599 })
    else response.writeHead(400).end('{"error":"invalid_scope"}')
    return true
  })
  const file = { client_email: 'reader@p.iam.gserviceaccount.com', private_key: privateKey }
  const secrets = { robot: JSON.stringify({ ...file, token_uri: 'https://oauth2.googleapis.com/token' }) }
  const asAccount = { authenticationMethod: 'Service Account', authentication: '', serviceAccount: 'robot' }
  expect(await run(asAccount, { secrets })).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
  const foreign = await run({ ...asAccount, spreadsheetName: ID.replace('1', '2') }, { secrets })
  expect(foreign.message).toContain('Is the spreadsheet shared with reader@p.iam.gserviceaccount.com?')
  const none = await run({ ...asAccount, serviceAccount: '' })
  expect(none.message).toContain('no secret named "gcs-service-account" that contains the JSON key file')
})

test('an address leads to the sheet that it was copied from, unless another one is named', async () => {
  await google()
  const at = (gid: number) => ({
    spreadsheetName: `https://docs.google.com/spreadsheets/d/${ID}/edit?gid=${gid}#gid=${gid}`,
  })
  const letters = { containsHeaderRow: 'No', dataSource: '', targetTable: 'pointed' }
  expect(await run({ ...letters, ...at(1_000) })).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
  expect(await run({ ...at(1_000) })).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
  const gone = await run({ ...letters, ...at(77) })
  expect(gone.message).toBe('"Accounts" has no sheet "gid=77"; it has "Bob\'s 2026", "Letters"')
})

test('an address that repeats itself is read at once', async () => {
  const get = async () => ({ properties: { title: 'Long' }, sheets: [] })
  const address = `https://docs.google.com${'/spreadsheets/d/a'.repeat(60_000)}`
  expect((await openSpreadsheet(() => get, address)).pointedAt).toBe('')
  expect((await openSpreadsheet(() => get, `${address}?gid=1#gid=2`)).pointedAt).toBe('gid=2')
})

test('a spreadsheet is found by its address, or by a name that only one has', async () => {
  await google()
  const address = `https://docs.google.com/spreadsheets/d/${ID}/edit?gid=0#gid=0`
  expect(await run({ spreadsheetName: address })).toMatchObject({ result: 'SUCCESS' })
  expect(await run({ spreadsheetName: 'Accounts' })).toMatchObject({ result: 'SUCCESS' })
  const twice = await run({ spreadsheetName: "It's twice" })
  expect(twice.message).toBe(
    'Several spreadsheets are named "It\'s twice": use the id, which is in the address',
  )
  const none = await run({ spreadsheetName: 'Nowhere' })
  expect(none.message).toBe('No spreadsheet named "Nowhere" is shared with this account')
  const sheet = await run({ dataSource: 'March' })
  expect(sheet.message).toBe('"Accounts" has no sheet "March"; it has "Bob\'s 2026", "Letters"')
})

test('a refused token is replaced once, and a failure leaves the table as it was', async () => {
  await duckdb.execute('create or replace table kept as select 1 as a')
  await google()
  const rejected: (string | undefined)[] = []
  const oauthToken = async (_name: string, _host: string, one: string | undefined) => {
    rejected.push(one)
    return one === undefined ? 'old' : 'token-2'
  }
  expect(await run({}, { oauthToken })).toMatchObject({ result: 'SUCCESS' })
  expect(rejected).toEqual([undefined, expect.stringMatching(/^[\w-]{43}$/)])
  const dead = await run({ targetTable: 'kept' }, { oauthToken: async () => 'old' })
  expect(dead.message).toContain('sheets.googleapis.com answered 401')
  await wire?.close()
  await google({ Empty: [[null], [null]] })
  const empty = await run({ targetTable: 'kept', dataSource: 'Empty' })
  expect(empty.message).toBe('Sheet "Empty" of "Accounts" has no cells')
  expect(await duckdb.rowsOf('select * from kept')).toEqual([['1']])
})

test('every fault has its sentence', () => {
  expect(sheetFaults(given)).toEqual([])
  expect(sheetFaults({ ...given, cellRange: '${range}', limit: '${n}' })).toEqual([])
  const wrong = {
    authenticationMethod: 'Username/Password',
    cellRange: 'E1:A5',
    limit: 'all',
    dataSourceFilter: [['Name', 'Is', 'Contains', 'x']],
  }
  expect(sheetFaults(wrong)).toEqual([
    expect.stringContaining('has "Contains"; it must be one of: equal to'),
    'Cell Range ("cellRange") is "E1:A5"; it must look like A5:E100, or A5:E* for all rows',
    'Limit ("limit") is "all"; it must be a whole number from 0 to 2000000000',
    'Authentication Method ("authenticationMethod") is "Username/Password"; it must be OAuth or Service Account',
  ])
  const sqlFaults = (sqlQuery: string) => sheetFaults({ basicAdvancedMode: 'Advanced', sqlQuery })
  const bad = [
    'select',
    'select * from',
    'select a b from s',
    'select * from s where a = 1',
    'select count(*) from s',
  ]
  expect(bad.filter((sql) => sqlFaults(sql).length !== 1)).toEqual([])
  expect(sqlFaults('SELECT * FROM ITEMS')).toEqual([])
  expect(sheetFaults({ authenticationMethod: 'OAuth' })).toEqual([
    'Authentication ("authentication") names no OAuth entry',
  ])
})

test('a cancel ends the read', async () => {
  const cancel = new AbortController()
  const reason = new Error('cancelled')
  await google(sheets, () => {
    cancel.abort(reason)
    return true
  })
  await expect(run({}, { signal: cancel.signal })).rejects.toBe(reason)
})
