import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startS3 } from '../../../../test/support/object-stores/s3.ts'
import { type WorkbookText, workbookOf, workbookParts, zipOf } from '../../../../test/support/xlsx.ts'
import { TEST_DATABASES, warehousesOfTests } from '../../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { declaration } from './properties.ts'
import { run as excelQuery } from './run.ts'

const warehouses = warehousesOfTests()
const options = { signal: new AbortController().signal }
let folder: string
let duckdb: Warehouse

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-excel-'))
  await mkdir(join(folder, 'in'))
  duckdb = await warehouses.open({ type: 'DUCKDB', path: join(folder, 'dev.duckdb') })
})
afterAll(async () => {
  await warehouses.close()
  await rm(folder, { recursive: true, force: true })
})

async function rowsOf(sql: string, warehouse = duckdb) {
  const rows = []
  for await (const batch of (await warehouse.query(sql, options)).batches) rows.push(...batch)
  return rows
}

/** As files have them. */
const given = {
  basicAdvancedMode: 'Basic',
  storageType: 'Local',
  storageUrl: 'in/book.xlsx',
  containsHeaderRow: 'Yes',
  cellRange: '',
  dataSource: 'Orders',
  dataSelection: null,
  combineFilters: 'And',
  type: 'Standard',
  schema2: '[Environment Default]',
  targetTable1: 'orders',
  s3StagingArea1: '[Environment Default]',
  distributionStyle: 'Even',
  encryption: 'None',
}

/** Reads a workbook from the runner's folder. */
async function run(
  book: WorkbookText | Buffer,
  parameters: object = {},
  step: TestStep = {},
  lines: string[] = [],
) {
  await writeFile(join(folder, 'in', 'book.xlsx'), Buffer.isBuffer(book) ? book : workbookOf(book))
  const context = stepContext({ warehouse: duckdb, filesFolder: folder, ...step })
  try {
    const all = { ...context, idempotencyKey: randomUUID() }
    return await excelQuery.run(all, { ...given, ...parameters } as never)
  } finally {
    lines.push(...context.lines)
    await context.dispose()
  }
}

const orders: WorkbookText = {
  formats: [0, 14, 22, 'dd.mm.yyyy hh:mm', '[h]:mm:ss', '0.00E+00', '"day" 0', '[$-409]mmm\\-yy;@', 20],
  strings:
    '<si><t>Id</t></si><si><t xml:space="preserve"> Customer </t></si><si><r><rPr/><t>Paid</t></r><r><t> at</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>' +
    "<si><t>O'Hara &amp; Łukasz_x000D_</t></si>",
  sheets: {
    Cover: '<row r="1"><c r="A1" t="str"><v>x</v></c></row>',
    Orders:
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="inlineStr"><is><t>Total</t></is></c><c t="str"><v>Open</v></c><c t="str"><v>Took</v></c><c r="G1" t="str"><v>Month</v></c><c r="H1" t="str"><v>id</v></c></row>' +
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>3</v></c><c r="C2" s="1"><v>45000</v></c><c r="D2" s="5"><v>1.25E+2</v></c><c r="E2" t="b"><v>1</v></c><c r="F2" s="4"><v>1.0625</v></c><c r="G2" s="7"><v>45000</v></c><c r="H2" t="e"><v>#N/A</v></c><c r="XFD2" s="1"/></row>' +
      '<row r="4"><c r="A4" s="6"><v>2</v></c><c r="B4" t="d"><v>2026-03-01T10:30:00</v></c><c r="C4" s="3"><v>45000.25</v></c><c r="D4"><f>A1</f></c><c r="E4" t="b"><v>0</v></c><c r="F4" s="8"><v>0.5</v></c><c r="G4"><f>A1</f><v/></c><c r="H4" t="str"><f>A1</f><v></v></c></row>',
  },
}

test.each(TEST_DATABASES)('$name gets a sheet with the types of its cells', async ({ create }) => {
  const schema = await create()
  const warehouse = await warehouses.open(schema.connection)
  const lines: string[] = []
  expect(await run(orders, {}, { warehouse }, lines)).toMatchObject({
    result: 'SUCCESS',
    message: '2 rows are in orders',
    rowCount: 2,
    byteCount: workbookOf(orders).length,
  })
  expect(await rowsOf('select * from orders order by "Id"', warehouse)).toEqual([
    ['1', "O'Hara & Łukasz\r", '2023-03-15 00:00:00', '125', 'true', '25:30:00', '2023-03-15', null],
    ['2', '2026-03-01 10:30:00', '2023-03-15 06:00:00', null, 'false', '12:00:00', null, null],
  ])
  expect(
    await rowsOf('select "Customer", "Paid at", "id_2" from orders where "Open"', warehouse),
  ).toHaveLength(1)
  expect(lines.join('\n')).toContain('such as #N/A, were loaded as empty: 1')
  expect(lines.join('\n')).toContain('Formulas without a value were loaded as empty: 2')
  await schema.remove()
})

test('sheets, columns, rows and cells are chosen', async () => {
  const letters = { dataSource: '', cellRange: '', containsHeaderRow: 'No' }
  expect(await run(orders, letters)).toMatchObject({ rowCount: 1 })
  expect(await rowsOf('select * from orders')).toEqual([['x']])
  const part = { containsHeaderRow: 'No', cellRange: 'A2:B*', dataSelection: ['B'] }
  await run(orders, { ...part, dataSourceFilter: [['A', 'Is', 'Equal to', '2']] })
  expect(await rowsOf('select * from orders')).toEqual([['2026-03-01 10:30:00']])
  const sql = { basicAdvancedMode: 'Advanced', sqlQuery: 'select Id from "orders#A1:C2" limit 9' }
  expect(await run(orders, sql)).toMatchObject({ rowCount: 1 })
  expect((await run(orders, { dataSource: 'March' })).message).toBe(
    'in/book.xlsx has no sheet "March"; it has "Cover", "Orders"',
  )
  expect((await run(orders, { dataSelection: ['Idd'], cellRange: 'A1:B9' })).message).toBe(
    'Sheet "Orders" of in/book.xlsx has no column "Idd"; it has Id, Customer',
  )
})

test('days are counted as the workbook counts them', async () => {
  const days = [1, 59, 61, 45_000].map(
    (day, row) => `<row r="${row + 1}"><c r="A${row + 1}" s="1"><v>${day}</v></c></row>`,
  )
  const book = { formats: [0, 14], sheets: { Orders: days.join('') } }
  const plain = { containsHeaderRow: 'No' }
  await run(book, plain)
  expect((await rowsOf('select * from orders order by 1')).flat()).toEqual([
    ...['1900-01-01', '1900-02-28', '1900-03-01', '2023-03-15'],
  ])
  await run({ ...book, begins1904: true }, plain)
  expect((await rowsOf('select min("A") from orders')).flat()).toEqual(['1904-01-02'])
})

test('without rows a table keeps its columns, and those that the sheet lacks are named', async () => {
  const book = (rows: string): WorkbookText => ({
    sheets: {
      Orders: `<row r="1"><c r="A1" t="str"><v>id</v></c><c r="B1" t="str"><v>total</v></c></row>${rows}`,
    },
  })
  const row = '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2.5</v></c></row>'
  const target = { targetTable1: 'kept' }
  await run(book(row), target)
  const columns = await duckdb.describe({ table: 'kept' }, options)
  expect(await run(book(''), target)).toMatchObject({
    result: 'SUCCESS',
    rowCount: 0,
    changes: { deleted: 1 },
  })
  expect(await duckdb.describe({ table: 'kept' }, options)).toEqual(columns)
  await duckdb.execute(
    'alter table kept add column note varchar; alter table kept add column "Of" date',
    options,
  )
  const lines: string[] = []
  const adding = { ...target, loadOptions: [['Recreate Target Table', 'Off']] }
  expect(await run(book(row), adding, {}, lines)).toMatchObject({ rowCount: 1 })
  expect(lines).toEqual([expect.stringMatching(/^Not in the rows, .* in kept: "note", "Of"$/)])
  expect(await run(book(''), { targetTable1: 'new' })).toMatchObject({ result: 'SUCCESS', rowCount: 0 })
})

test('more shared texts than are held are each in their place', async () => {
  const count = 3_000
  const long = 'x'.repeat(10_000)
  const strings = Array.from({ length: count }, (_, n) => `<si><t>${n} ${long}</t></si>`).join('')
  const rows = Array.from(
    { length: count },
    (_, n) => `<row r="${n + 1}"><c t="s"><v>${(n * 7) % count}</v></c></row>`,
  )
  const book = { strings, sheets: { Orders: rows.join('') } }
  await run(book, { containsHeaderRow: 'No' })
  const found = await rowsOf('select count(distinct "A"), min(length("A")), max(length("A")) from orders')
  expect(found).toEqual([[String(count), '10002', '10005']])
})

test('what is no workbook, or one made to do harm, changes nothing and says why', async () => {
  await run(orders)
  const cell = (text: string) => ({ sheets: { Orders: `<row r="1">${text}</row>` } })
  const parts = workbookParts(orders)
  const sheet = { content: parts['xl/worksheets/sheet2.xml'] ?? '' }
  const shared = '<row r="1"><c t="s"><v>9</v></c></row>'
  const cases: [WorkbookText | Buffer, string][] = [
    [Buffer.from('a,b\n1,2\n'), 'not an Excel workbook'],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3, 4]), 'protected by a password'],
    [workbookOf(orders).subarray(0, 900), 'cannot be decompressed'],
    [zipOf({ 'word/document.xml': '<w/>' }), 'not an Excel workbook'],
    [zipOf({ ...parts, 'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row r="1">' }), 'unclosed tag'],
    [zipOf({ ...parts, 'xl/worksheets/sheet2.xml': { ...sheet, claims: { checksum: 1 } } }), 'damaged'],
    [
      zipOf({ ...parts, 'xl/worksheets/sheet2.xml': { ...sheet, claims: { isEncrypted: true } } }),
      'is encrypted: save it without a password',
    ],
    [
      zipOf({ ...parts, 'xl/worksheets/sheet2.xml': { ...sheet, claims: { bytes: 20 * 1024 } } }),
      'cannot be decompressed',
    ],
    [
      zipOf({ ...parts, 'xl/styles.xml': { content: '<a/>', claims: { bytes: 2 ** 31 } } }),
      'when unpacked, more than',
    ],
    [
      zipOf({ ...parts, 'xl/worksheets/sheet2.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }),
      'document type',
    ],
    [zipOf({ ...parts, 'xl/worksheets/sheet2.xml': '<a>'.repeat(300) }), 'more than 256 deep'],
    [
      zipOf({ ...parts, 'xl/worksheets/sheet2.xml': `<a>${' '.repeat(17 * 1024 * 1024)}</a>` }),
      'without an element',
    ],
    [cell(`<c t="inlineStr"><is><t>${'y'.repeat(10 * 1024 * 1024)}</t></is></c>`.repeat(7)), 'characters'],
    [cell('<c r="B1"><v>1</v></c><c r="A1"><v>1</v></c>'), 'out of order'],
    [cell('<c r="XFE1"><v>1</v></c>'), 'out of order'],
    [{ ...orders, strings: '', sheets: { Orders: shared } }, 'shared text 9'],
    [{ sheets: { Orders: '' } }, 'has no cells'],
  ]
  for (const [book, message] of cases) {
    const outcome = await run(book)
    expect([outcome.result, outcome.message]).toEqual(['FAILED', expect.stringContaining(message)])
  }
  expect(await rowsOf('select count(*) from orders')).toEqual([['2']])
}, 60_000)

test('a workbook comes from a bucket, whole or not at all', async () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/1' }
  const secrets = { 'aws-access-key-id': keys.accessKeyId, 'aws-secret-access-key': keys.secretAccessKey }
  const s3 = await startS3({ bucket: 'books', region: 'us-east-1', ...keys })
  s3.objects.set('2026/book.xlsx', { body: workbookOf(orders), headers: {} })
  s3.objects.set('2026/book.xlsx.bak', { body: Buffer.from('x'), headers: {} })
  const asked = { storageType: 'Amazon S3 Storage', endpoint: s3.origin, targetTable1: 'from_s3' }
  const from = (storageUrl: string) => run(orders, { ...asked, storageUrl }, { secrets })
  expect(await from('s3://books/2026/book.xlsx')).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
  expect((await from('s3://books/2026/boo')).message).toBe('There is no file s3://books/2026/boo')
  s3.interfere = ({ path }) =>
    path.endsWith('book.xlsx') ? { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' } : undefined
  expect((await from('s3://books/2026/book.xlsx')).message).toContain('AccessDenied')
  expect(await rowsOf('select count(*) from from_s3')).toEqual([['2']])
  await s3.close()
})

test('what is wrong with the step is said before it runs', () => {
  const faults = (parameters: object) => declaration.validate?.({ ...given, ...parameters } as never, {})
  expect(faults({})).toEqual([])
  expect(faults({ storageUrl: '${url}', storageType: 'Amazon S3 Storage' })).toEqual([])
  expect(faults({ storageType: 'FTP', targetTable1: '', cellRange: 'A0' })).toEqual([
    expect.stringContaining('Storage Type ("storageType") is "FTP"'),
    expect.stringContaining('Cell Range ("cellRange") is "A0"'),
    'Target Table ("targetTable") is missing',
  ])
  expect(faults({ storageUrl: '../book.xlsx' })).toEqual([expect.stringContaining('leads out')])
})
