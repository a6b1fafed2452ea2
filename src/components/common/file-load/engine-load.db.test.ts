import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, test } from 'vitest'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { run as s3Load } from '../../orchestration/s3-load/run.ts'
import { stepContext } from '../../testing/step-context.ts'
import { useEmptyTarget } from './testing/empty-target.ts'

const never = { signal: new AbortController().signal }
const engines = TEST_DATABASES.filter(({ name }) => name === 'DuckDB' || name === 'lake')

/** Records that an engine reads. */
const quotedRecords = [
  ['one line each', ['1,"a,b",1,2024-01-31,"2024-01-31 00:00:00",1,1', '"2","",,"2024-02-29",,"yes","1e3"']],
  ['doubled quotes', ['1,"""",,,,,', '2,"say ""ja"", ""nein""",,,,,', '3,"""a""",,,,,']],
  ['lines of their own', ['1,"a\nb",,,,,', '2,"\n",,,,,', '3,plain,,,,,', '4,"x\n""\n,y",,,,,']],
  ['what else means something', ['2,"NULL",,,,,', '4,"#",,,,,', "5,'x',,,,,", '6,"\t",,,,,', '7," x ",,,,,']],
  ['nulls beside empty texts', ['1,"",,,,,', '2,,,,,,']],
] as const

/** Files with quotes that an engine would read otherwise, and what the step says of them. */
const leftToUs = [
  ['a quoted field in another form', '1,"a",1,,,,\n"3.5",b,1,,,,\n', { result: 'SUCCESS' }],
  ['a blank line between quotes', '1,"a\n\nb",1,,,,\n', { result: 'SUCCESS' }],
  ['a quote within a field', '1,a"b,1,,,,\n2,"c",1,,,,\n', {}],
  ['a field that is never closed', '1,"a",1,,,,\n2,"b,1,,,,\n', { result: 'FAILED' }],
  ['a quoted number that does not fit', '1,"a",1,,,,\n"99999999999",b,1,,,,\n', { result: 'FAILED' }],
] as const

/** Texts with a carriage return that is data, or may be. */
const oddReturns = ['1,"a\r\nb",1,,,,\r\n', '1,a\rb,1,,,,\r\n', '1,a,1,,,,\r\r\n', '1,a,1,,,,1\r']
const ofWindows = ['id,name,amount,day,made,ok,ratio', '1,Ann,1,,,yes,', '2,,,,,,0.5', ',,,,,,'].join('\r\n')

const columns =
  'id integer, name varchar, amount decimal(12,2), day date, made timestamp, ok boolean, ratio double'

describe.each(engines)('$name', ({ create }) => {
  const target = useEmptyTarget(create)
  let warehouse: Warehouse
  let folder = ''
  let serial = 0
  beforeAll(() => {
    ;({ warehouse, folder } = target())
  })
  const rowsOf = (sql: string) => target().rowsOf(sql)

  /** Loads a file into an empty table twice, by rows and with the engine; answers whether that read it. */
  async function loadBoth(columns: string, name: string, parameters: object) {
    const read: string[] = []
    async function loadWith(database: Warehouse) {
      await warehouse.execute(`drop table if exists sales; create table sales (${columns})`, never)
      const execute: Warehouse['execute'] = async (sql, options) => {
        const counts = await database.execute(sql, options)
        if (/read_(csv|parquet)/.test(sql)) read.push(sql)
        return counts
      }
      const context = stepContext({ warehouse: { ...database, execute }, filesFolder: folder })
      const given = {
        s3ObjectPrefix: `file:///${name}/`,
        targetTable: 'sales',
        forceLoad: 'True',
        ...parameters,
      }
      const step = { ...context, idempotencyKey: `engine ${++serial}` }
      const { result, message, rowCount } = await s3Load.run(step, given as never)
      await context.dispose()
      return { result, message, rowCount, rows: await rowsOf('select * from sales order by all') }
    }
    const { fileReader: _, ...without } = warehouse
    const byRow = await loadWith(without)
    expect(read).toEqual([])
    const byEngine = await loadWith(warehouse)
    expect(byEngine).toEqual(byRow)
    return {
      ...byEngine,
      isByEngine: read.length > 0,
      isTyped: read.some((sql) => /read_csv\(.*: '(?!VARCHAR)/.test(sql)),
    }
  }

  async function put(name: string, text: string) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, 'a.csv'), text)
  }

  test('plain CSV becomes the values that rows of texts become', async () => {
    await put(
      'plain',
      [
        'id,name,amount,day,made,ok,ratio',
        '1,Ann,12.345,2024-01-31,2024-01-31 10:00:00.25,yes,0.1',
        '2,  Größe ,,,,,',
        '3.5,"quoted",-0.005,2024-02-29,2024-02-29 00:00:00,F,1e10',
        ' 4,,1,0001-01-01,9999-12-31 23:59:59,1,nan',
      ].join('\n'),
    )
    const loaded = await loadBoth(columns, 'plain', { fileType: 'CSV', skipHeader: '1' })
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 4, isByEngine: true })
    expect(loaded.rows.map((row) => row.slice(0, 3))).toEqual([
      ['1', 'Ann', '12.35'],
      ['2', '  Größe ', null],
      ['4', '"quoted"', '-0.01'],
      ['4', null, '1.00'],
    ])
  })

  test('a number beyond the floating-point numbers of its column is refused with its line, and its words are not', async () => {
    const into = (type: string) => `id integer, ratio ${type}`
    for (const [type, large] of [['double', '-1E400'] as const, ['real', '1e39'] as const]) {
      await put('large', `1,1e30\n2,${large}\n`)
      expect(await loadBoth(into(type), 'large', { fileType: 'CSV' })).toMatchObject({
        result: 'FAILED',
        message: expect.stringMatching(new RegExp(`line 2: column "ratio" .*${large}`)),
      })
    }
    await put('large', '1,1e308\n2,-Infinity\n3,nan\n4,1e-400\n')
    const { rows } = await loadBoth(into('double'), 'large', { fileType: 'CSV' })
    expect(rows.map(([, ratio]) => ratio)).toEqual(['1e+308', '-Infinity', 'NaN', '0'])
  })

  test('lines that end as those of Windows become the values that rows of texts become', async () => {
    for (const end of ['', '\r\n', '\n']) {
      await put('windows', `${ofWindows}${end}`)
      const loaded = await loadBoth(columns, 'windows', { fileType: 'CSV', skipHeader: '1' })
      expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 3, isByEngine: true, isTyped: true })
    }
    const quoted = { fileType: 'CSV', fieldOptionallyEnclosed: '"' }
    await put('windows', '1,"a\n""b""",1,,,,\r\n"2","",,,,"yes","1e3"\r\n')
    expect(await loadBoth(columns, 'windows', quoted)).toMatchObject({ rowCount: 2, isTyped: true })
    for (const odd of oddReturns) {
      await put('windows', odd)
      expect(await loadBoth(columns, 'windows', quoted)).toMatchObject({ isByEngine: false })
    }
  })

  const numbers = ['tinyint', 'smallint', 'integer', 'bigint', 'hugeint', 'utinyint', 'ubigint']
  const allTypes = [...numbers, 'decimal(12,2)', 'decimal(38,0)', 'real', 'double', 'date', 'timestamp']

  test('fields in the forms of their columns are read as values, which are those that rows of texts become', async () => {
    const records = [
      '+1,-007,2147483647,-9223372036854775808,170141183460469231731687303715884105727,255,18446744073709551615',
      '-128,0,0,0,-1,0,0',
      ',,,,,,',
    ]
    const others = [
      '12.345,-0.5,3.4028235e38,1.7976931348623157e308,2024-02-29,2024-02-29 23:59:59.999999',
      '.005,1.,16777217,4.9E-324,0001-01-01,9999-12-31 00:00:00.1',
      ',,,,,',
    ]
    const words = ['yes', 'OFF', '']
    const name = ['"', ' a ', 'null']
    const text = records.map((record, n) => `${record},${others[n]},${words[n]},${name[n]}\n`).join('')
    await put('typed', text)
    const listed = allTypes.map((type, n) => `c${n} ${type}`).join(', ')
    const loaded = await loadBoth(`${listed}, ok boolean, name varchar`, 'typed', { fileType: 'CSV' })
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 3, isByEngine: true, isTyped: true })
  })

  test.each([
    ['a number', 'tinyint', '128'],
    ['a negative number in an unsigned column', 'uinteger', '-1'],
    ['a decimal', 'decimal(4,1)', '999.95'],
    ['a day that no month has', 'date', '2024-02-30'],
    ['a moment of such a day', 'timestamp', '2023-02-29 10:00:00'],
  ])('%s that has the form, but does not fit, is named with its line', async (_, type, field) => {
    await put('unfit', `,a\n,b\n${field},c\n`)
    const loaded = await loadBoth(`v ${type}, name varchar`, 'unfit', { fileType: 'CSV' })
    expect(loaded).toMatchObject({ result: 'FAILED', rows: [] })
    expect(loaded.message).toContain('line 3: column "v"')
  })

  test('days that are to be rewritten are read row by row', async () => {
    await put('us', '1,a,1,01/31/2024,2024-01-31,1,1\n')
    expect(await loadBoth(columns, 'us', { fileType: 'CSV' })).toMatchObject({
      rowCount: 1,
      isByEngine: false,
    })
  })

  const enclosed = { fileType: 'CSV', fieldOptionallyEnclosed: '"' }

  test.each(quotedRecords)(
    'quoted fields with %s become the values that rows of texts become',
    async (name, records) => {
      await put(name, records.join('\n'))
      const loaded = await loadBoth(columns, name, enclosed)
      expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: records.length, isByEngine: true })
    },
  )

  test('many quoted records are all there, wherever the engine divides the file', async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) =>
      n % 7 === 0 ? `${n},"line\n${n},""quoted""",,,,,` : `${n},"name, ${'x'.repeat(n % 200)}",,,,,`,
    )
    await put('many', lines.join('\n'))
    const loaded = await loadBoth(columns, 'many', enclosed)
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 60_000, isByEngine: true })
    await put('many lines', lines.filter((_, n) => n % 7 !== 0).join('\n'))
    expect(await loadBoth(columns, 'many lines', enclosed)).toMatchObject({ isByEngine: true })
  })

  test.each(leftToUs)('%s is left to the reader of single records', async (name, text, said) => {
    await put(name, text)
    expect(await loadBoth(columns, name, enclosed)).toMatchObject({ ...said, isByEngine: false })
  })

  test.each([
    ['a number', '1,a,1,,,,\n2,b,x,,,,\n', 'line 2: column "amount"'],
    ['a day', '1,a,1,,,,\n2,b,1,tomorrow,,,\n', 'line 2: column "day"'],
    ['a day with a year that DuckDB alone would take', '1,a,1,24-1-1,,,\n', 'line 1: column "day"'],
    ['a truth value', '1,a,1,,,maybe,\n', 'line 1: column "ok"'],
    ['too few fields', '1,a,1,,,,\n2,b\n', 'line 2: there are 2 fields'],
    ['too many fields', '1,a,1,,,,\n2,b,1,,,,,\n', 'line 2: there are 8 fields'],
  ])('%s that does not fit is named with its line, and nothing is loaded', async (name, text, said) => {
    await put(name, text)
    const loaded = await loadBoth(columns, name, { fileType: 'CSV' })
    expect(loaded).toMatchObject({ result: 'FAILED', rows: [], isByEngine: false })
    expect(loaded.message).toContain(said)
  })

  test('bytes that are no UTF-8 are refused', async () => {
    await mkdir(join(folder, 'latin'), { recursive: true })
    await writeFile(join(folder, 'latin/a.csv'), Buffer.from('1,Gr\xf6\xdfe,1,,,,\n', 'latin1'))
    const loaded = await loadBoth(columns, 'latin', { fileType: 'CSV' })
    expect(loaded).toMatchObject({ result: 'FAILED', isByEngine: false })
    expect(loaded.message).toContain('not utf-8')
  })

  test('columns of Parquet become the values that their texts become', async () => {
    await mkdir(join(folder, 'parquet'), { recursive: true })
    const engine = await DuckDBInstance.create(':memory:')
    const session = await engine.connect()
    await session.run(
      `copy (
      select n::bigint as ID, 'name ' || n as name, n / 3.0 as amount, date '2024-01-01' + n::integer as day,
             timestamp_ns '2024-01-01 00:00:00.123456789' as made, n % 2 = 0 as ok, 1.1::float as ratio,
             [n, null] as list, {'a': 'x "y"', 'b': n} as object, n::blob as bytes, 0.5 as whole,
             timestamptz '2024-01-01 10:00:00+02' as moment
        from (select '\\xFFab'::blob || range::varchar::blob as b, range as n from range(3)) as rows
    ) to '${join(folder, 'parquet/a.parquet')}'`.replace('n::blob', 'b'),
    )
    session.closeSync()
    engine.closeSync()
    const wide = `${columns}, list varchar, object json, bytes varchar, whole integer, moment timestamptz, missing varchar`
    const loaded = await loadBoth(wide, 'parquet', { fileType: 'PARQUET' })
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 3, isByEngine: true })
    for (const type of ['blob', 'varchar'])
      expect(await loadBoth(`bytes ${type}`, 'parquet', { fileType: 'PARQUET' })).toMatchObject({
        isByEngine: true,
        rows: ['30', '31', '32'].map((digits) => [`\\xff6162${digits}`]),
      })
    await loadBoth('data json', 'parquet', { fileType: 'PARQUET' })
    await loadBoth('name varchar, id smallint', 'parquet', { fileType: 'PARQUET', loadColumns: ['id'] })
    const wrong = await loadBoth('name integer', 'parquet', { fileType: 'PARQUET' })
    expect(wrong).toMatchObject({ result: 'FAILED', rows: [], isByEngine: false })
    expect(wrong.message).toContain('line 1: column "name"')
  })

  test('nothing of a file stays in the folder that SQL can read, and SQL reads none beside it', async () => {
    const { fileReader } = warehouse
    const made = await fileReader!.makeFolder()
    expect(await readdir(join(made, '..'))).toHaveLength(1)
    await writeFile(join(made, 'a.txt'), 'in')
    expect(await rowsOf(`select content from read_text('${made}/a.txt')`)).toEqual([['in']])
    const beside = join(made, '../..', 'beside.txt')
    await writeFile(beside, 'out')
    await expect(rowsOf(`select content from read_text('${beside}')`)).rejects.toThrow(
      'disabled by configuration',
    )
    await rm(made, { recursive: true })
  })
})
