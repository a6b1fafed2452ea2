import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { tableKey } from '../../../src/components/common/sql.ts'
import { run as s3Load } from '../../../src/components/orchestration/s3-load/run.ts'
import { stepContext, type TestContext, type TestStep } from '../../../src/components/testing/step-context.ts'
import { type TestDatabase, warehousesOfTests } from '../../../src/warehouses/conformance/databases.ts'
import type { Warehouse } from '../../../src/warehouses/warehouse.ts'
import { startS3 } from '../object-stores/s3.ts'

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/1' }
const secrets = { 'aws-access-key-id': keys.accessKeyId, 'aws-secret-access-key': keys.secretAccessKey }
const never = { signal: new AbortController().signal }
const columns = 'id integer, name varchar(10), amount decimal(12,2), day date, ok boolean'

/** What a load of files promises, on one database. */
export function fileLoadTests({
  name,
  create,
  spoken = (opened) => opened,
  hasFewNumbers = false,
}: TestDatabase): void {
  let s3: Awaited<ReturnType<typeof startS3>>
  let schema: Awaited<ReturnType<typeof create>>
  let warehouse: Warehouse
  let context: TestContext
  let serial = 0
  const decimal = (text: string) => (hasFewNumbers ? text.replace(/\.?0+$/, '') : text)
  const warehouses = warehousesOfTests()

  beforeAll(async () => {
    s3 = await startS3({ bucket: 'orders', region: 'us-east-1', ...keys })
    schema = await create()
    warehouse = spoken(await warehouses.open(schema.connection))
  })
  afterAll(async () => {
    await schema.remove()
    await warehouses.close()
    await s3.close()
  })
  beforeEach(async () => {
    s3.objects.clear()
    s3.interfere = undefined
    await warehouse.execute(
      `drop table if exists sales; create table sales (${columns})${warehouse.parts.tableOptions}`,
      never,
    )
  })
  afterEach(() => context?.dispose())

  const put = (key: string, body: string | Buffer) =>
    s3.objects.set(key, { body: Buffer.from(body as string), headers: {} })
  function load(parameters: object = {}, step: TestStep & { readonly key?: string } = {}) {
    context = stepContext({ warehouse, warehouseKind: name, secrets, ...step })
    const idempotencyKey = step.key ?? `${name} ${++serial}`
    return s3Load.run({ ...context, idempotencyKey }, {
      s3ObjectPrefix: 's3://orders/in/',
      pattern: '.*[.]csv([.]gz)?',
      endpoint: s3.origin,
      targetTable: 'sales',
      skipHeader: '1',
      fileType: 'CSV',
      ...parameters,
    } as never)
  }
  async function rowsOf(sql: string) {
    const rows = []
    for await (const batch of (await warehouse.query(sql, never)).batches) rows.push(...batch)
    return rows
  }
  const count = async () => Number((await rowsOf('select count(*) from sales'))[0]?.[0])
  const header = 'id,name,amount,day,ok\n'

  test('every file that fits is loaded, packed or not, and files load once until they change', async () => {
    put('in/a.csv', `${header}1,Ann,12.5,2024-01-31,true\n2,,,01/31/2024,no\n`)
    put('in/b/é c.csv.gz', gzipSync(`${header}3,Bea,1,3-Feb-2024,Y\n`))
    put('in/other.txt', 'no')
    put('elsewhere.csv', 'no')
    expect(await load()).toEqual({
      result: 'SUCCESS',
      message: '3 rows of 2 files are in sales',
      rowCount: 3,
      // As they are stored: packed, where they are packed.
      byteCount: ['in/a.csv', 'in/b/é c.csv.gz'].reduce(
        (sum, key) => sum + s3.objects.get(key)!.body.length,
        0,
      ),
      changes: { inserted: 3, updated: 0, deleted: 0 },
    })
    expect(await rowsOf('select id, name, amount, day, ok from sales order by id')).toEqual([
      ['1', 'Ann', decimal('12.50'), '2024-01-31', 'true'],
      ['2', null, null, '2024-01-31', 'false'],
      ['3', 'Bea', decimal('1.00'), '2024-02-03', 'true'],
    ])
    put('in/a.csv', `${header}9,New,1,2024-01-31,true\n`)
    expect((await load()).message).toBe(
      '1 rows of 1 file are in sales; 1 were loaded before and have not changed since; Force Load loads them again',
    )
    const longAgo = warehouse.parts.daysAgo(400)
    await warehouse.execute(
      `create table old_files as select table_name, file_name, file_version, ${longAgo} as loaded_at from headrace_loaded_files;
       drop table headrace_loaded_files; create table headrace_loaded_files as select * from old_files`,
      never,
    )
    expect(await load()).toMatchObject({ rowCount: 0 })
    expect(await load({ forceLoad: 'True' })).toMatchObject({ rowCount: 2 })
    await warehouse.execute('delete from sales where true', never)
    expect(await load()).toMatchObject({ rowCount: 2 })
  })

  test('a table that was emptied has forgotten all of its files, whichever of them is loaded again first', async () => {
    put('in/a.csv', `${header}1,Ann,12.5,2024-01-31,true\n`)
    put('in/b.csv', `${header}2,Bob,1,2024-01-31,true\n`)
    const both = async () => [
      (await load({ pattern: 'a.csv' })).rowCount,
      (await load({ pattern: 'b.csv' })).rowCount,
    ]
    expect(await both()).toEqual([1, 1])
    expect(await both()).toEqual([0, 0])
    await warehouse.execute('delete from sales where true', never)
    expect(await both()).toEqual([1, 1])
    expect(await both()).toEqual([0, 0])
  })

  // What ClickHouse decides is each load by itself; fakesnow does not let a transaction wait for another one.
  test.skipIf(['ClickHouse', 'Snowflake'].includes(name))(
    'of loads at the same time each loads what no other has',
    async () => {
      for (const file of ['a', 'b', 'c', 'd']) put(`in/${file}.csv`, `${header}1,Ann,12.5,2024-01-31,true\n`)
      for (const parameters of [{}, { onError: 'Continue' }]) {
        const patterns = ['[ab].csv', '[abc].csv', '[abc].csv', 'd.csv']
        const ended = await Promise.all(patterns.map((pattern) => load({ ...parameters, pattern })))
        expect(ended.map(({ result, message }) => (result === 'SUCCESS' ? result : message))).toEqual(
          patterns.map(() => 'SUCCESS'),
        )
        expect(await count()).toBe(4)
        await warehouse.execute('delete from sales where true', never)
      }
    },
  )

  test('a table has one list of files, however it is spelled', async () => {
    put('in/a.csv', `${header}1,Ann,12.5,2024-01-31,true\n`)
    expect(await load()).toMatchObject({ rowCount: 1 })
    const isOne = tableKey(warehouse, 'SALES') === tableKey(warehouse, 'sales')
    if (isOne) expect(await load({ targetTable: 'SALES' })).toMatchObject({ rowCount: 0 })
    if (!['DuckDB', 'PostgreSQL'].includes(name)) return
    const [[current] = []] = await rowsOf('select current_schema()')
    expect(await load({ schema: current })).toMatchObject({ rowCount: 0 })
  })

  test('a step that runs again does not load twice, and one that fails leaves nothing', async () => {
    put('in/a.csv', `${header}1,Ann,12.5,2024-01-31,true\n`)
    expect(await load({}, { key: 'once' })).toMatchObject({ rowCount: 1 })
    expect(await load({ forceLoad: 'True' }, { key: 'once' })).toMatchObject({
      result: 'SUCCESS',
      rowCount: 1,
      message: expect.stringContaining('was already loaded'),
    })
    put('in/b.csv', `${header}2,Bob,1,2024-01-31,true\n3,Cy,x,2024-01-31,true\n`)
    expect((await load({ forceLoad: 'True' }, { key: 'twice' })).result).toBe('FAILED')
    expect(await count()).toBe(1)
    put('in/b.csv', `${header}2,Bob,1,2024-01-31,true\n`)
    expect(await load({}, { key: 'twice' })).toMatchObject({ rowCount: 1 })
  })

  test('what is wrong is said with the file, the line and the column', async () => {
    const messageFor = async (body: string, parameters: object = {}) => {
      put('in/bad.csv', header + body)
      const outcome = await load(parameters)
      expect([outcome.result, await count()]).toEqual(['FAILED', 0])
      return outcome.message
    }
    const good = '1,Ann,12.5,2024-01-31,true\n'
    expect(await messageFor(`${good}2,Bob,twelve,2024-01-31,true\n`)).toMatch(
      /^s3:\/\/orders\/in\/bad.csv: line 3: column "amount" .*twelve/i,
    )
    expect(await messageFor(`${good}2,Bob,1,31.12.2024,true\n`)).toMatch(
      /line 3: column "day": "31.12.2024"/i,
    )
    expect(await messageFor(`${good}2,Bob,1\n`)).toMatch(/line 3: there are 3 fields, and 5 columns/)
    expect(await messageFor(`${good}2,"Bob,1\n`, { fieldOptionallyEnclosed: '"' })).toMatch(
      /line 3: .*never closed/,
    )
    expect(await messageFor(`${good}${'9'.repeat(40)},Bob,1,,\n`)).toMatch(/line 3: column "id"/i)
    if (name === 'PostgreSQL') {
      const long = `${good}2,Robert the Long,1,2024-01-31,true\n`
      expect(await messageFor(long)).toMatch(/line 3: column "name" .*longer than the 10 letters/)
      expect(await load({ truncateColumns: 'True' })).toMatchObject({ rowCount: 2 })
    }
    const required = columns.replace('id integer', 'id integer not null')
    await warehouse.execute(
      `drop table sales; create table sales (${required})${warehouse.parts.tableOptions}`,
      never,
    )
    put('in/bad.csv', `${header}${good},Bob,1,,\n`)
    expect((await load()).message).toMatch(
      /bad.csv: line 2: one of the records up to line 3 is refused: .*id/is,
    )
  })

  test('records that do not fit are left out, or their whole file, where the step says so', async () => {
    put(
      'in/a.csv',
      `${header}1,Ann,1,2024-01-31,true\nx,Bob,1,2024-01-31,true\n3,Cy\n4,Di,1,2024-01-31,true\n`,
    )
    put('in/b.csv', `${header}5,Ed,1,2024-01-31,true\n`)
    const left = await load({ onError: 'Continue' })
    expect(left).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
    expect(left.message).toContain('2 records were left out')
    expect(context.lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Left out: s3:\/\/orders\/in\/a.csv: line 3: column "id"/i),
        expect.stringMatching(/^Left out: s3:\/\/orders\/in\/a.csv: line 4: there are 2 fields/),
      ]),
    )
    await warehouse.execute('delete from sales where true', never)
    const skipped = await load({ onError: 'Skip File' })
    expect(skipped.message).toBe(
      '1 rows of 1 file are in sales; 1 files were skipped because of their contents',
    )
    expect(await rowsOf('select id from sales')).toEqual([['5']])
  })

  test('stores, tables and patterns that do not fit say what to do', async () => {
    put('in/a.csv', `${header}1,Ann,1,2024-01-31,true\n`)
    const messageFor = async (parameters: object, step: TestStep = {}) =>
      (await load(parameters, step)).message
    expect(await messageFor({ pattern: 'a' })).toMatch(
      /None of the 1 files below .* has to match the whole name; there are "a.csv"/,
    )
    expect(await messageFor({ s3ObjectPrefix: 's3://orders/none' })).toMatch(
      /no file whose name begins with s3:\/\/orders\/none/,
    )
    expect(await messageFor({ s3ObjectPrefix: 's3://other' })).toContain('404 NoSuchBucket')
    expect(await messageFor({}, { secrets: {} })).toContain('no secret named "aws-access-key-id"')
    const wrong = { ...secrets, 'aws-secret-access-key': 'another' }
    expect(await messageFor({}, { secrets: wrong })).toContain('403 SignatureDoesNotMatch')
    expect(await messageFor({ targetTable: 'nowhere' })).toContain(
      'There is no table nowhere: create it first',
    )
    expect(await messageFor({ loadColumns: ['id', 'nope'] })).toMatch(/no column "nope"; it has id, name/i)
    expect(await messageFor({ endpoint: 'http://169.254.169.254' })).toContain('must not reach')
    expect(await messageFor({}, { allowPrivateAddresses: false })).toContain(
      'HEADRACE_ALLOW_PRIVATE_ADDRESSES',
    )
    expect(await messageFor({ pattern: '(a+)+$' })).toMatch(/None of the 1 files/)
    expect(await count()).toBe(0)
  })

  test('JSON goes whole into one column, or each member into the column of its name, with every digit', async () => {
    put(
      'in/a.json',
      '[{"ID":1,"name":"Ann","amount":0.10,"extra":{"a":1}},\n{"ID":2,"name":"cut \\ud83d","ok":false}]',
    )
    const json = { fileType: 'JSON', pattern: '.*json', stripOuterArray: 'True' }
    expect(await load({ ...json, matchByColumnName: 'Case Insensitive' })).toMatchObject({ rowCount: 2 })
    expect(await rowsOf('select id, name, amount, ok from sales order by id')).toEqual([
      ['1', 'Ann', decimal('0.10'), null],
      ['2', 'cut \ufffd', null, 'false'],
    ])
    const variant = { mode: 'replace' as const, primaryKeys: [], columns: [variantColumn] }
    await warehouse.execute(warehouse.createTableSql({ table: 'docs' }, variant), never)
    put('in/b.json', '{"n":12345678901234567890}\n{"n":1')
    const whole = { ...json, stripOuterArray: 'False', targetTable: 'docs', pattern: 'b.json' }
    expect((await load(whole)).message).toContain('line 2: the file ends in the middle of a JSON value')
    put('in/b.json', '{"n":12345678901234567890}\n{"n":nul}')
    expect((await load(whole)).message).toMatch(/b.json: line 2: column "data"/i)
    put('in/b.json', '{"n":12345678901234567890}\n{"n":null}')
    expect(await load({ ...whole, stripNullValues: 'False' })).toMatchObject({ rowCount: 2 })
    const n = warehouse.json.text(warehouse.json.at('data', ['n']))
    expect(await rowsOf(`select ${n} from docs order by ${n} is null`)).toEqual([
      ['12345678901234567890'],
      [null],
    ])
  })

  test('days of JSON are read as those of CSV, and other texts are refused with their line', async () => {
    const json = { fileType: 'JSON', pattern: '.*json', matchByColumnName: 'Case Insensitive' }
    put('in/a.json', '{"id":1,"day":"2024-01-31T10:45:30Z"}\n{"id":2,"day":"02/29/2024"}')
    expect(await load(json)).toMatchObject({ rowCount: 2 })
    put('in/b.json', '{"id":3,"day":"29.02.2024"}')
    expect(await load({ ...json, dateFormat: 'DD.MM.YYYY', pattern: 'b.json' })).toMatchObject({
      rowCount: 1,
    })
    expect(await rowsOf('select id, day from sales order by id')).toEqual([
      ['1', '2024-01-31'],
      ['2', '2024-02-29'],
      ['3', '2024-02-29'],
    ])
    put('in/c.json', '{"id":4,"day":null}\n{"id":5,"day":"2024-01-31xyz"}')
    expect((await load({ ...json, pattern: 'c.json' })).message).toMatch(/c.json: line 2: column "day"/i)
    put('in/d.json', '{"id":6,"name":"Ann"}\n{"id":7,"name":"B\\u0000b"}')
    const { result, message } = await load({ ...json, pattern: 'd.json' })
    if (result === 'FAILED') expect(message).toMatch(/d.json: line 2: column "name" .*character U\+0000/i)
  })

  test('Parquet goes into the columns of its names, nested values as JSON', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headrace-parquet-'))
    const path = join(folder, 'a.parquet')
    const writer = await warehouses.open({
      type: 'DUCKDB',
      path: join(folder, 'w.duckdb'),
      folders: [folder],
    })
    const nested = "{'a': [1, 2]} as extra"
    const query = `select 7 as ID, 'Ann' as name, 1.25 as amount, date '2024-01-31' as day, ${nested}`
    await writer.execute(`copy (${query}) to '${path}' (format parquet)`, never)
    put('in/a.parquet', await readFile(path))
    await rm(folder, { recursive: true })
    await warehouse.execute(
      `alter table sales add column extra ${warehouse.typeSql({ type: 'VARIANT' })}`,
      never,
    )
    const parquet = { fileType: 'PARQUET', pattern: '.*parquet' }
    expect(await load(parquet)).toMatchObject({ result: 'SUCCESS', rowCount: 1 })
    const second = warehouse.json.text(warehouse.json.at('extra', ['a', '1']))
    expect(await rowsOf(`select id, name, amount, day, ok, ${second} from sales`)).toEqual([
      ['7', 'Ann', '1.25', '2024-01-31', null, '2'],
    ])
    for (const text of ['no parquet', 'id,name\n1,Ann\n'.repeat(9)]) {
      put('in/b.parquet', text)
      expect((await load(parquet)).message).toBe(
        's3://orders/in/b.parquet: the file is not a Parquet file: check File Type',
      )
    }
  })

  test('loaded files are removed where the step says so, and a connection that breaks is made again', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `${n},Ann,1,2024-01-31,true\n`).join('')
    put('in/a.csv', header + rows)
    let broken = 0
    s3.interfere = ({ method, path, headers }) => {
      if (method !== 'GET' || !path.endsWith('a.csv') || headers.range !== undefined || broken++ > 0)
        return undefined
      const body = Buffer.from(header + rows).subarray(0, 1_000)
      return {
        status: 200,
        headers: { 'content-length': String(header.length + rows.length) },
        body,
        breaks: true,
      }
    }
    expect(await load({ purgeFiles: 'True' })).toMatchObject({ rowCount: 3_000 })
    expect([s3.objects.size, broken]).toEqual([0, 1])
  })

  test('an object that is written again after it was read is not removed', async () => {
    put('in/a.csv', `${header}1,Ann,1,2024-01-31,true\n`)
    put('in/b.csv', `${header}2,Bob,1,2024-01-31,true\n`)
    s3.interfere = ({ method, path }) => {
      if (method === 'GET' && path.endsWith('a.csv'))
        setImmediate(() => put('in/a.csv', `${header}3,Cy,1,2024-01-31,true\n`))
      return undefined
    }
    expect(await load({ purgeFiles: 'True' })).toMatchObject({ rowCount: 2 })
    expect([...s3.objects.keys()]).toEqual(['in/a.csv'])
    expect(context.lines).toContainEqual(
      expect.stringMatching(/a\.csv was loaded and could not be removed: .* 412/),
    )
    expect(await load({ purgeFiles: 'True' })).toMatchObject({ rowCount: 1 })
    expect(s3.objects.size).toBe(0)
  })

  test('a cancel ends the load, and nothing of it stays', async () => {
    put('in/a.csv', header + '1,Ann,1,2024-01-31,true\n'.repeat(200_000))
    const controller = new AbortController()
    s3.interfere = ({ path }) => {
      if (path.endsWith('a.csv')) setImmediate(() => controller.abort(new Error('cancelled')))
      return undefined
    }
    await expect(load({}, { signal: controller.signal })).rejects.toThrow('cancelled')
    expect(await count()).toBe(0)
  })

  test("files of the runner's folder are loaded the same way, and none outside of it", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headrace-load-'))
    await mkdir(join(folder, 'in/deep'), { recursive: true })
    await writeFile(join(folder, 'in/deep/a.csv'), `${header}1,Ann,1,2024-01-31,true\n`)
    const local = (s3ObjectPrefix: string) => load({ s3ObjectPrefix }, { filesFolder: folder, secrets: {} })
    expect((await local('file:///in/')).message).toBe('1 rows of 1 file are in sales')
    expect((await local('file:///../')).message).toContain("leads out of the runner's folder")
    expect((await local('file:///none/')).message).toContain('There is no file')
    await rm(folder, { recursive: true })
  })
}

const variantColumn = {
  name: 'data',
  type: 'VARIANT',
  size: undefined,
  precision: undefined,
  defaultValue: undefined,
  notNull: false,
  unique: false,
  comment: undefined,
}
