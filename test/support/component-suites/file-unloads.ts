import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { run as s3Load } from '../../../src/components/orchestration/s3-load/run.ts'
import { run as s3Unload } from '../../../src/components/orchestration/s3-unload/run.ts'
import { stepContext, type TestStep } from '../../../src/components/testing/step-context.ts'
import { type TestDatabase, warehousesOfTests } from '../../../src/warehouses/conformance/databases.ts'
import type { Warehouse } from '../../../src/warehouses/warehouse.ts'
import { startS3 } from '../object-stores/s3.ts'

const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret/1' }
const secrets = { 'aws-access-key-id': keys.accessKeyId, 'aws-secret-access-key': keys.secretAccessKey }
const never = { signal: new AbortController().signal }

/** What an unload into files promises, on one database. */
export function fileUnloadTests({
  name,
  create,
  numbers,
  spoken = (opened) => opened,
  nameOf = (column) => column,
  hasFewNumbers = false,
}: TestDatabase): void {
  let s3: Awaited<ReturnType<typeof startS3>>
  let schema: Awaited<ReturnType<typeof create>>
  let warehouse: Warehouse
  let serial = 0
  const price = hasFewNumbers ? '12.5' : '12.50'
  const warehouses = warehousesOfTests()

  beforeAll(async () => {
    s3 = await startS3({ bucket: 'orders', region: 'us-east-1', ...keys })
    schema = await create()
    warehouse = spoken(await warehouses.open(schema.connection))
    const columns = 'id integer, name varchar(50), amount decimal(12,2), day date, ok boolean'
    const rows = [
      "(1, 'Ann, \"the first\"', 12.5, '2024-01-31', true)",
      '(2, null, null, null, null)',
      `(3, 'ü ${'\\'} ''x''', -1, '1999-12-31', false)`,
    ]
    await warehouse.execute(
      `create table sales (${columns}); insert into sales values ${rows.join(', ')};
       create table copied (${columns})${warehouse.parts.tableOptions}; create view first_two as select * from sales where id < 3;
       create table many as select n, repeat('x', 1000) as filler from ${numbers(20_000)}`,
      never,
    )
  })
  afterAll(async () => {
    await schema.remove()
    await warehouses.close()
    await s3.close()
  })
  beforeEach(() => {
    s3.objects.clear()
    s3.interfere = undefined
  })

  let lines: readonly string[] = []
  function unload(parameters: object = {}, step: TestStep & { readonly key?: string } = {}) {
    const context = stepContext({ warehouse, warehouseKind: name, secrets, ...step })
    lines = context.lines
    const idempotencyKey = step.key ?? `${name} unload ${++serial}`
    return s3Unload.run({ ...context, idempotencyKey }, {
      s3ObjectPrefix: 's3://orders/out',
      endpoint: s3.origin,
      tableName: 'sales',
      compression: 'NONE',
      ...parameters,
    } as never)
  }
  const names = () => [...s3.objects.keys()].sort()
  const textOf = (key: string) => s3.objects.get(key)?.body.toString()
  async function rowsOf(sql: string) {
    const rows = []
    for await (const batch of (await warehouse.query(sql, never)).batches) rows.push(...batch)
    return rows
  }

  test('a connection of the project says bucket, endpoint and keys, of an unload and of a load', async () => {
    const properties = { bucket: 'orders', region: 'us-east-1', endpoint: s3.origin, ...keys }
    const connections = [{ name: 'lake', authProvider: 'S3', authType: 'ACCESS_KEY', properties }]
    const step = { warehouse, warehouseKind: name, connections, secrets: {} }
    const named = {
      connection: 'lake',
      fieldOptionallyEnclosed: '"',
      endpoint: '',
      singleFile: 'True',
      filePrefix: 'all.csv',
      overwrite: 'True',
    }
    const unloaded = await unload({ ...named, s3ObjectPrefix: 'named/out' }, step)
    expect(unloaded).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
    expect(names()).toEqual(['named/out/all.csv'])
    const loading = { ...named, s3ObjectPrefix: 's3://orders/named', targetTable: 'copied', fileType: 'CSV' }
    const context = { ...stepContext(step), idempotencyKey: `${name} named` }
    expect(await s3Load.run(context, loading as never)).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
    await warehouse.execute('delete from copied', never)
  })

  test('a table and a view go into files that s3-load reads back, packed unless the step says NONE', async () => {
    const styles = [{}, { fieldOptionallyEnclosed: '"', includeHeaders: 'True', skipHeader: '1' }]
    for (const [index, style] of styles.entries()) {
      const filePrefix = `sales ${index}`
      const unloaded = await unload({ filePrefix, compression: 'GZIP', ...style })
      const { body } = s3.objects.get(`out/${filePrefix}_0_0_0.csv.gz`)!
      expect(unloaded).toMatchObject({
        result: 'SUCCESS',
        rowCount: 3,
        byteCount: body.length,
        message: `3 rows of sales are in 1 file: s3://orders/out/${filePrefix}_0_0_0.csv.gz`,
      })
      const load = {
        s3ObjectPrefix: `s3://orders/out/${filePrefix}`,
        endpoint: s3.origin,
        targetTable: 'copied',
      }
      const context = { ...stepContext({ warehouse, secrets }), idempotencyKey: `${name} back ${index}` }
      const back = await s3Load.run(context, { ...load, fileType: 'CSV', ...style } as never)
      expect(back).toMatchObject({ rowCount: 3 })
      expect(await rowsOf('select * from copied order by id')).toEqual(
        await rowsOf('select * from sales order by id'),
      )
      await warehouse.execute('delete from copied', never)
    }
    const header = ['id', 'name', 'amount', 'day', 'ok'].map((column) => `"${nameOf(column)}"`).join(',')
    const text = gunzipSync(s3.objects.get('out/sales 1_0_0_0.csv.gz')!.body).toString()
    expect(text.split('\n').slice(0, 2)).toEqual([header, `1,"Ann, ""the first""",${price},2024-01-31,true`])
    expect(
      await unload({ tableName: 'first_two', filePrefix: 'view.csv', singleFile: 'True' }),
    ).toMatchObject({
      rowCount: 2,
    })
    expect(textOf('out/view.csv')).toBe(`1,Ann\\, "the first",${price},2024-01-31,true\n2,\\N,\\N,\\N,\\N\n`)
  })

  test('JSON is one object a line, with types', async () => {
    await unload({ fileType: 'JSON', tableName: 'first_two', encryption: 'SSE KMS', kmsKeyId: 'k1' })
    expect(
      textOf('out/data_0_0_0.json')
        ?.split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    ).toEqual(
      [
        { id: 1, name: 'Ann, "the first"', amount: 12.5, day: '2024-01-31', ok: true },
        { id: 2, name: null, amount: null, day: null, ok: null },
      ].map((row) => Object.fromEntries(Object.entries(row).map(([key, cell]) => [nameOf(key), cell]))),
    )
    expect(s3.objects.get('out/data_0_0_0.json')?.headers['x-amz-server-side-encryption']).toBe('aws:kms')
  })

  test('bytes go into files as digits, and are the same bytes when they are loaded again', async () => {
    const [bytes, text] = [warehouse.typeSql({ type: 'BINARY' }), warehouse.typeSql({ type: 'VARCHAR' })]
    const table = (named: string) =>
      `create table ${named} (id ${warehouse.typeSql({ type: 'INTEGER' })}, data ${bytes})${warehouse.parts.tableOptions}`
    // An emulator would take the letters together for an escape.
    const given = ['\\', 'xdeadbeef'].map(warehouse.quoteText).join(' || ')
    const data = warehouse.castSql('a', text, bytes)
    await warehouse.execute(
      `${table('raw')}; ${table('raw_copied')}; insert into raw select 1, ${data} from (select ${warehouse.parts.cast(given, text)} as a) as cells`,
      never,
    )
    const written = [
      [{ fileType: 'CSV', fieldOptionallyEnclosed: '"' }, /^1,"\\+xdeadbeef"\n$/],
      [{ fileType: 'JSON' }, /"\\\\xdeadbeef"/],
    ] as const
    for (const [index, [format, expected]] of written.entries()) {
      await unload({ tableName: 'raw', s3ObjectPrefix: `s3://orders/raw${index}`, ...format })
      const [file = ''] = names()
      expect(textOf(file)).toMatch(expected)
      const loading = {
        s3ObjectPrefix: `s3://orders/raw${index}`,
        endpoint: s3.origin,
        targetTable: 'raw_copied',
      }
      const context = stepContext({ warehouse, warehouseKind: name, secrets })
      const step = { ...context, idempotencyKey: `${name} raw ${index}` }
      expect(await s3Load.run(step, { ...loading, ...format } as never)).toMatchObject({ result: 'SUCCESS' })
      s3.objects.clear()
    }
    expect(await rowsOf('select data from raw_copied')).toEqual(written.map(() => [String.raw`\xdeadbeef`]))
  })

  test('files that are there are kept unless Overwrite says so, or this very step began to write them', async () => {
    const small = { maxFileSize: '1', filePrefix: 'parts' }
    expect(await unload(small, { key: `${name} first` })).toMatchObject({ rowCount: 3 })
    expect(names()).toEqual([0, 1, 2].map((part) => `out/parts_0_0_${part}.csv`))
    const refused = await unload(small)
    expect(refused).toMatchObject({
      result: 'FAILED',
      message: expect.stringContaining('Files already exist'),
    })
    expect(refused.message).toContain('s3://orders/out/parts_0_0_0.csv')
    s3.objects.delete('out/parts_0_0_2.csv')
    s3.objects.set('out/parts_0_0_1.csv', { body: Buffer.from('old'), headers: {} })
    expect(await unload(small, { key: `${name} first` })).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
    expect(textOf('out/parts_0_0_1.csv')).toMatch(/^2,/)
    const over = await unload({ ...small, tableName: 'first_two', overwrite: 'True' })
    expect(over).toMatchObject({ result: 'SUCCESS', rowCount: 2 })
    expect(lines).toContainEqual('Files of an earlier unload stay: s3://orders/out/parts_0_0_2.csv')
    s3.objects.set('out/parts_of_another.csv', { body: Buffer.from(''), headers: {} })
    await unload({ ...small, tableName: 'first_two', overwrite: 'True' })
    expect(lines.join()).not.toContain('another')
  })

  test('a file of many parts is seen when it is complete, and never when the store or a cancel ends it', async () => {
    const whole = { tableName: 'many', singleFile: 'True', filePrefix: 'many.csv' }
    const parts = () => s3.calls.filter((call) => call.includes('partNumber=')).length
    s3.interfere = ({ path, query }) => {
      expect(names()).toEqual([])
      return path.endsWith('many.csv') && query.get('partNumber') === '2'
        ? { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
        : undefined
    }
    expect((await unload(whole)).message).toContain('403 AccessDenied')
    expect([names(), s3.uploads.size]).toEqual([[], 0])

    const controller = new AbortController()
    s3.interfere = ({ query }) => {
      if (query.get('partNumber') === '2') controller.abort(new Error('cancelled'))
      return undefined
    }
    await expect(unload(whole, { signal: controller.signal })).rejects.toThrow('cancelled')
    expect([names(), s3.uploads.size]).toEqual([[], 0])

    s3.interfere = undefined
    const before = parts()
    expect(await unload(whole)).toMatchObject({ rowCount: 20_000 })
    expect(parts() - before).toBe(3)
    expect(textOf('out/many.csv')?.split('\n')).toHaveLength(20_001)
    const tooSmall = await unload({ ...whole, overwrite: 'True', maxFileSize: '1000' })
    expect(tooSmall.message).toContain('exceed the 1000 bytes of Max File Size')
    expect(textOf('out/many.csv')).toHaveLength(s3.objects.get('out/many.csv')!.body.length)
  })

  test('tables, stores and places that do not fit say what to do', async () => {
    const messageFor = async (parameters: object, step: TestStep = {}) => {
      const outcome = await unload(parameters, step)
      expect(outcome.result).toBe('FAILED')
      return outcome.message
    }
    expect(await messageFor({ tableName: 'nowhere' })).toMatch(/nowhere/i)
    expect(await messageFor({ s3ObjectPrefix: 's3://other' })).toContain('404 NoSuchBucket')
    expect(await messageFor({}, { secrets: {} })).toContain('no secret named "aws-access-key-id"')
    expect(await messageFor({ endpoint: 'http://169.254.169.254' })).toContain('must not reach')
    expect(await messageFor({ escapeUnenclosedField: 'NONE' })).toContain('set Field Optionally Enclosed')
    expect(names()).toEqual([])
  })

  test("files go into the runner's folder the same way, and nowhere outside of it", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headrace-unload-'))
    const local = (s3ObjectPrefix: string, more: object = {}) =>
      unload({ s3ObjectPrefix, tableName: 'first_two', ...more }, { filesFolder: folder, secrets: {} })
    expect((await local('file:///out/')).message).toBe(
      '2 rows of first_two are in 1 file: out/data_0_0_0.csv',
    )
    expect(await readFile(join(folder, 'out/data_0_0_0.csv'), 'utf8')).toMatch(/^1,Ann/)
    expect((await local('file:///out')).message).toContain('Files already exist: out/data_0_0_0.csv')
    expect(await local('file:///out', { overwrite: 'True' })).toMatchObject({ result: 'SUCCESS' })
    expect((await local('file:///../')).message).toContain("leads out of the runner's folder")
    expect((await local('file:///out', { filePrefix: '../x' })).message).toContain('leads out of')
    expect(await readdir(join(folder, 'out'))).toEqual(['data_0_0_0.csv'])
    await rm(folder, { recursive: true })
  })
}
