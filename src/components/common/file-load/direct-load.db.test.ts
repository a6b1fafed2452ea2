import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { beforeAll, describe, expect, test } from 'vitest'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import { TEST_DATABASES } from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import type { TextLoad } from '../../../warehouses/text-load.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { run as s3Load } from '../../orchestration/s3-load/run.ts'
import { stepContext } from '../../testing/step-context.ts'
import { useEmptyTarget } from './testing/empty-target.ts'

const never = { signal: new AbortController().signal }
const mariaDb = useMariaDb('loading texts into it is not tested')

const postgres = {
  ...TEST_DATABASES.find(({ name }) => name === 'PostgreSQL')!,
  columns: `id integer, name varchar(12), amount numeric(12,2), day date, made timestamp, ok boolean,
    ratio double precision, data jsonb`,
}
const mariadb = {
  ...mariaDbOfTests(mariaDb.server),
  columns: `id integer, name varchar(12), amount numeric(12,2), day date, made datetime(6), ok boolean,
    ratio double, data json`,
}
const databases = [postgres, ...(mariaDb.isThere ? [mariadb] : [])]

/** Databases read each of these in its own way, or not at all. */
const oddRecords = [
  ['a fraction of a whole number', '3.5,,,,,,,'],
  ['blanks around a number', ' 4 ,, 1 ,,,,,'],
  ['more places than a number has', '1,,12.345,,,,,\n2,,-0.005,,,,,'],
  ['the word nan for an exact number', '1,,,,,,nan,'],
  ['a letter that is not the same to all', '1,,,,,ý,,'],
  ['an hour after the last', '1,,,,2024-01-31 24:00:00,,,'],
  ['a second after the last', '1,,,,2024-01-31 10:00:60,,,'],
  ['more places than a second has', '1,,,,2024-01-31 10:00:00.1234567,,,'],
  ['a day that no month has', '1,,,2024-02-30,,,,'],
  ['a year that no calendar has', '1,,,0000-01-01,,,,'],
  ['a text that only ends too late', '1,0123456789 1 ,,,,,,'],
  ['a number too large', '2147483648,,,,,,,'],
  ['a fraction too large', '1,,12345678901.00,,,,,'],
  ['a document that is not JSON', '1,,,,,,,{'],
  ['an empty document', '1,,,,,,, '],
  ['hexadecimal digits', '0x10,,,,,,,'],
  ['digits in groups', '1_000,,,,,,,'],
] as const

const inUtc = expect.arrayContaining([expect.stringMatching(/^2024-01-01 08:00:00/)])
const mixedLines = 'id,name\r\n1,a,1,,,,,\r\n2,b,,,,,,1\r\n,,,,,,,\n4,c,1,2024-02-29,,yes,0.5,null'
/** Texts with a carriage return that is data, or may be. */
const oddReturns = [
  ['within a field', '1,a\rb,1,,,,,\r\n2,c,1,,,,,\r\n'],
  ['between quotes', '1,"a\r\nb",1,,,,,\r\n2,"c\rd",1,,,,,\r\n'],
  ['twice at the end of a line', '1,a,1,,,,,\r\n2,b,1,,,,,"1"\r\r\n'],
  ['at the end of the file', '1,a,1,,,,,\r\n2,b,1,,,,,\r'],
] as const

const enclosed = { fieldOptionallyEnclosed: '"' }
const quotedRecords = [
  '"1","Ann","12.34","2024-01-31","2024-01-31 10:00:00.25","yes","0.1","{""a"": [1, ""x""]}"',
  '2,"a, b\nc","-1",,,OFF,,"[1, 2]"',
  '3,"","1.5",2024-02-29,,,"1e10",',
  '4,NULL,1,,,,,"null"',
  '5,"NULL",1,,,,,',
  '6,null,1,,,,,',
  '7,"""",1,,,,,',
  '8,"a""b""",1,,,,,',
  '9," Größe 日本",1,,,,,',
  "10,it's,1,,,,,",
  '11,",,,\n,NULL,",1,,,,,',
  ',,,,,,,',
  '12,"0123456789""\n",1,,,,,',
]

/** Behind a record with a quoted field, with what the step says beside the quote. */
const oddQuotedRecords = (
  [
    ['a quote inside of a text', '1,5" pipe,1,,,,,\n2,6" pipe,1,,,,,'],
    ['a quote behind blanks', '1, "a",1,,,,,'],
    ['a text behind a quote', '1,"a"b,1,,,,,'],
    ['a quote that is never closed', '1,"a,1,,,,,'],
    ['a quoted text that is no number', '"",a,1,,,,,'],
    ['a quoted text that is too long', '1,"0123456789""12",1,,,,,'],
    ['a quoted number too large', '"2147483648",a,1,,,,,'],
    ['a quoted day that no month has', '1,a,1,"2024-02-30",,,,'],
    ['a quoted field too many', '1,a,1,,,,,,"x"'],
    ['a quoted document that is not JSON', '1,a,1,,,,,"{"'],
    ['a blank line between quotes', '1,"a\n\nb",1,,,,,'],
    ['a backslash between quotes', '1,"a\\nb",1,,,,,'],
    ['a quoted text that stands for null', '1,"",1,,,,,', { nullIf: [''] }],
    ['another quote', "1,'a,b',1,,,,,", { fieldOptionallyEnclosed: "'" }],
    ['a quote that is an escape too', '1,"a,""b",1,,,,,', { escape: '"' }],
  ] as readonly (readonly [string, string, object?])[]
).map(([name, record, more = {}]) => [name, record, more] as const)

/** What is wrong in line 12,001, and what is said of it. */
const misfits = [
  ['a number', '12001,a,x,,,,,\n', 'line 12001: column "amount"'],
  ['a day that PostgreSQL alone would take', '12001,a,1,tomorrow,,,,\n', 'line 12001: column "day"'],
  ['a truth value that PostgreSQL alone would take', '12001,a,1,,,tr,,\n', 'line 12001: column "ok"'],
  ['a text that is too long', '12001,0123456789 12    ,1,,,,,\n', 'line 12001: column "name"'],
  ['a field too few', '12001,a\n', 'line 12001: there are 2 fields'],
  ['a field too many', '12001,a,1,,,,,,\n', 'line 12001: there are 9 fields'],
] as const

/** The same as lists of SELECT. */
const oddColumns = [
  ['a time zone', `timestamptz '2024-01-01 10:00:00+02' as made, 1 as id`],
  ['nanoseconds', `timestamp_ns '2024-01-01 00:00:00.123456789' as made, 1 as id`],
  ['a text for a number', `'7' as id, ' 1.5' as amount`],
  ['a fraction for a whole number', `2.5 as id, 1.1::float as ratio`],
  ['bytes', `'\\x00\\xff'::blob as name, 1 as id`],
  ['infinity', `'inf'::double as ratio, 1 as id`],
  ['a text that is too long', `'0123456789 12' as name, 1 as id`],
  ['the letter 0', `'a' || chr(0) || 'b' as name, 1 as id`],
  ['no column of the table', `1 as other`],
] as const

/** Four thousand of them are sent at once. */
const plain = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${from + n},n${from + n},1,,,yes,,"${long}"\n`).join('')
const long = 'x'.repeat(230)

/** Loads a text directly into the table that is there. */
async function loadOnce({ warehouse, folder }: ReturnType<ReturnType<typeof useEmptyTarget>>, text: string) {
  const place = await mkdtemp(join(folder, 'once-'))
  await writeFile(join(place, 'a.csv'), text)
  const step = stepContext({ warehouse, filesFolder: folder })
  return s3Load.run(step, {
    s3ObjectPrefix: `file:///${basename(place)}/`,
    targetTable: 'sales',
    fileType: 'CSV',
  } as never)
}

describe.each(databases)('$name', ({ create, name: database, columns }) => {
  const target = useEmptyTarget(create)
  const onMariaDb = test.runIf(database === 'MariaDB')
  let warehouse: Warehouse
  let folder = ''
  let serial = 0
  beforeAll(() => {
    ;({ warehouse, folder } = target())
  })
  const rowsOf = (sql: string) => target().rowsOf(sql)

  /** Loads a folder into an empty table twice: by rows, and directly. `unread`: records not read. */
  async function loadBoth(place: string, parameters: object, wanted: string) {
    let unread = 0
    async function loadWith(takesLongLoads: boolean) {
      await warehouse.execute(`drop table if exists sales; create table sales (${wanted})`, never)
      const beginLoad: Warehouse['beginLoad'] = async (options) => {
        const load = await warehouse.beginLoad(options)
        const copy: TextLoad['copy'] = async (...given) => {
          const count = await load.text?.copy(...given)
          unread += count ?? 0
          return count
        }
        return { ...load, ...(load.text && { text: { copy } }) }
      }
      const step = stepContext({
        warehouse: { ...warehouse, takesLongLoads, beginLoad },
        filesFolder: folder,
      })
      const { result, message, rowCount } = await s3Load.run(
        { ...step, idempotencyKey: `direct ${serial} ${takesLongLoads}` },
        {
          s3ObjectPrefix: `file:///${place}/`,
          targetTable: 'sales',
          forceLoad: 'True',
          ...parameters,
        } as never,
      )
      await step.dispose()
      const rows = await rowsOf('select * from sales order by 1, 2')
      return { result, message, rowCount, rows }
    }
    const staged = await loadWith(false)
    expect(unread).toBe(0)
    const direct = await loadWith(true)
    expect(direct).toEqual(staged)
    return { ...direct, unread }
  }

  async function loadCsv(text: string, parameters: object = {}, wanted = columns) {
    const place = `csv ${++serial}`
    await mkdir(join(folder, place))
    await writeFile(join(folder, place, 'a.csv'), text)
    return loadBoth(place, { fileType: 'CSV', ...parameters }, wanted)
  }

  async function loadParquet(query: string, wanted = columns) {
    const place = `parquet ${++serial}`
    await mkdir(join(folder, place))
    const engine = await DuckDBInstance.create(':memory:')
    const session = await engine.connect()
    await session.run(`copy (${query}) to '${join(folder, place, 'a.parquet')}'`)
    session.closeSync()
    engine.closeSync()
    return loadBoth(place, { fileType: 'PARQUET' }, wanted)
  }

  test('plain records become the values that rows of texts become, and none is read', async () => {
    const loaded = await loadCsv(
      [
        'id,name,amount,day,made,ok,ratio,data',
        '1,Ann,12.34,2024-01-31,2024-01-31 10:00:00.25,yes,0.1,{}',
        '2,  Größe ,,,,,,',
        '-3,"q",-0.01,2024-02-29,2024-02-29 00:00:00,F,1e10,[1]',
        '+4,日本語日本語,1.,1000-01-01,9999-12-31 23:59:59,1,-.5,null',
        '2147483647,null,007,2024-12-31,2024-01-31 00:00:00.123456,OFF,1E-3,"x"',
      ].join('\n'),
      { skipHeader: '1' },
    )
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 5, unread: 5 })
  })

  test('quoted fields become the values that rows of texts become, and none is read', async () => {
    const loaded = await loadCsv(quotedRecords.join('\n'), enclosed)
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 13, unread: 13 })
  })

  test('lines that end as those of Windows become the same, and none is read', async () => {
    const quoted = `${quotedRecords.join('\r\n')}\r\n`
    expect(await loadCsv(quoted, enclosed)).toMatchObject({ rowCount: 13, unread: 13 })
    expect(await loadCsv(mixedLines, { skipHeader: '1' })).toMatchObject({ rowCount: 4, unread: 4 })
  })

  test.each(oddReturns)('a carriage return %s is what it is row by row', async (_, text) => {
    expect(await loadCsv(text, enclosed)).toMatchObject({ unread: 0 })
  })

  test.each(oddQuotedRecords)('%s is what it is row by row too', async (_, record, parameters) => {
    await loadCsv(`0,"a,b",1,,,,,\n${record}\n`, { ...enclosed, ...parameters })
  })

  test('what does not fit behind many quoted fields is named with its line', async () => {
    const many = Array.from({ length: 12_000 }, (_, n) => `${n},"a,\nb",1,,,,,"""${long}"""\n`).join('')
    const wrong = await loadCsv(`${many}1,"a",x,,,,,\n`, enclosed)
    expect(wrong).toMatchObject({ result: 'FAILED', rows: [] })
    expect(wrong.message).toContain('line 24001: column "amount"')
    const escaped = await loadCsv(`${many}1,a\\,b,1,,,,,\n`, enclosed)
    expect(escaped).toMatchObject({ result: 'SUCCESS', rowCount: 12_001 })
    expect(escaped.unread).toBeGreaterThan(2_000)
  })

  test.each(oddRecords)('%s is what it is row by row', async (_, record) => {
    await loadCsv(`${record}\n`)
  })

  test('from the first block on that is not plain, or does not fit as it is, records are read', async () => {
    const many = plain(0, 12_000)
    const escaped = await loadCsv(`${many}1,a\\\\b,1,,,,,\n${plain(12_001, 3)}`)
    expect(escaped).toMatchObject({ result: 'SUCCESS', rowCount: 12_004 })
    expect(escaped.unread).toBeGreaterThan(2_000)
    expect(escaped.unread).toBeLessThan(12_000)
    const rewritten = await loadCsv(`${many}1,us,1,01/31/2024,,,,\n`)
    expect(rewritten).toMatchObject({ result: 'SUCCESS', rowCount: 12_001 })
    expect(rewritten.unread).toBeLessThan(12_000)
  })

  test.each(misfits)(
    '%s that does not fit is named with its line, and nothing is loaded',
    async (_, odd, said) => {
      const loaded = await loadCsv(`${plain(0, 12_000)}${odd}${plain(12_002, 10)}`)
      expect(loaded).toMatchObject({ result: 'FAILED', rows: [] })
      expect(loaded.message).toContain(said)
    },
  )

  test('what the target itself refuses ends the load, and nothing of it stays', async () => {
    await warehouse.execute(`drop table if exists sales; create table sales (${columns}, unique (id))`, never)
    const { result, message } = await loadOnce(target(), `${plain(0, 12_000)}${plain(0, 1)}`)
    expect(result).toBe('FAILED')
    expect(message).toMatch(/duplicate/i)
    expect(await rowsOf('select count(*) from sales')).toEqual([['0']])
  })

  test('columns of Parquet become the values that rows become, and none is read', async () => {
    const loaded = await loadParquet(`
      select n::bigint as ID, 'name ' || n as name, (n / 4)::decimal(9,1) as amount,
             date '2024-01-01' + n::integer as day, timestamp '2024-01-01 00:00:00.123' as made, n % 2 = 0 as ok,
             n / 3.0 as ratio, {'a': 'x "y"', 'b': [n, null]} as data
        from (select range as n from range(40000)) as rows
      union all select null, null, null, null, null, null, null, null
      union all select -1, '', 0, date '1000-01-01', timestamp '9999-12-31 23:59:59', null, 1e300, null
      union all select -2, '\\N', 0, null, null, null, null, null
      union all select -3, e'a\\\\\\t\\n\\r\\b\\f', 0, null, null, null, null, null
      union all select -4, '\\v"' || chr(11), 0, null, null, null, null, null`)
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 40_005, unread: 40_005 })
  })

  test('bytes of Parquet are the same bytes, or their text', async () => {
    const bytes = warehouse.typeSql({ type: 'BINARY' })
    for (const type of [bytes, 'varchar(40)']) {
      const wanted = `id integer, data ${type}`
      const loaded = await loadParquet(`select 1 as id, '\\xAAbc\\x00\\x5C'::blob as data`, wanted)
      expect(loaded).toMatchObject({ result: 'SUCCESS', rows: [['1', '\\xaa6263005c']] })
    }
  })

  test.each(oddColumns)('%s in Parquet is what it is row by row', async (odd, list) => {
    const loaded = await loadParquet(`select ${list}`)
    if (odd === 'a time zone') expect(loaded).toMatchObject({ result: 'SUCCESS', rows: [inUtc] })
  })

  test('rows of Parquet from the first block on that does not fit are read', async () => {
    const odd = await loadParquet(
      `select range::varchar || case when range = 150000 then '.5' else '' end as id, 'name' as name from range(200000)`,
    )
    expect(odd).toMatchObject({ result: 'SUCCESS', rowCount: 200_000 })
    expect(odd.unread).toBeGreaterThan(10_000)
    expect(odd.unread).toBeLessThan(200_000)
    const wrong = await loadParquet(
      `select case when range = 150000 then 'x' else range::varchar end as id from range(200000)`,
    )
    expect(wrong).toMatchObject({ result: 'FAILED', rows: [] })
    expect(wrong.message).toContain('line 150001: column "id"')
  })

  test.runIf(database === 'PostgreSQL')('what INSERT does otherwise than COPY is inserted', async () => {
    const identity = 'id integer generated always as identity, name varchar(12)'
    await warehouse.execute(`drop table if exists sales; create table sales (${identity})`, never)
    expect(await loadOnce(target(), '7,a\n')).toMatchObject({
      result: 'FAILED',
      message: expect.stringContaining('identity column'),
    })
    await warehouse.execute('create table seen (id integer)', never)
    const rule = 'create rule twice as on insert to sales do also insert into seen values (new.id)'
    const ruled = await loadCsv('7,a\n', {}, `id integer, name varchar(12)); ${rule}; select (1`)
    expect(ruled).toMatchObject({ result: 'SUCCESS', unread: 0 })
  })

  onMariaDb('a table that keeps what a transaction takes back is refused: rows would stay', async () => {
    const table = 'create table sales (id integer, amount numeric(12,2)) engine = MyISAM'
    await warehouse.execute(`drop table if exists sales; ${table}`, never)
    const { message } = await loadOnce(target(), '1,1\n2,12345678901\n')
    expect(message).toContain('alter table "sales" engine = InnoDB')
    expect(await rowsOf('select * from sales')).toEqual([])
  })

  onMariaDb('what stores texts in a way of its own gets casts', async () => {
    const own = `flag bit(8), born year, word enum('b', 'a', '1'), words set('x', 'y'), short float(7,2), tiny tinyint,
      exact decimal(4,1) unsigned zerofill, said char(3), at datetime(0), n integer not null auto_increment,
      seen timestamp not null default '2020-01-01', primary key (n)`
    const loaded = await loadCsv(
      [
        '5,0,a,x,1.005,+7,007.0,a,2024-01-31 10:00:00,3,2024-01-31 10:00:00',
        '6,70,b,,2.675,-1,.5,  b,2024-01-31 10:00:00.75,7,2024-01-31 10:00:00',
        '7,2024,1,y,12345.678,1,1.,ab,2024-01-31 10:00:00,9,2024-01-31 10:00:00.5',
      ].join('\n'),
      {},
      own,
    )
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 3, unread: 3 })
    await loadCsv('1,1,2,x,1,1,0.05,a,,1,2024-01-31 10:00:00\n', {}, own)
  })

  onMariaDb('a field that only its cast makes a value is not read either', async () => {
    const loaded = await loadCsv('1,a,12.345,,,,,\n2,b,1,,,,,\n')
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 2, unread: 2 })
  })

  onMariaDb('moments with an offset are in UTC, those of JSON too, and others as they are', async () => {
    const records = ['1,2024-01-02 03:04:05+02:00,2024-01-02T03:04:05.5-01:30', '2,2024-01-02 03:04:05,']
    const wanted = 'id integer, made datetime(6), seen timestamp(6) null'
    const { rows } = await loadCsv(records.join('\n'), {}, wanted)
    expect(rows).toEqual([
      ['1', '2024-01-02 01:04:05', '2024-01-02 04:34:05.5'],
      ['2', '2024-01-02 03:04:05', null],
    ])
    const json = `{"id":1,"made":"2024-01-02T03:04:05Z"} {"id":2,"made":"2024-01-02T03:04:05.5+02:00"}`
    expect((await loadCsv(json, { fileType: 'JSON' }, wanted)).rows).toEqual([
      ['1', '2024-01-02 03:04:05', null],
      ['2', '2024-01-02 01:04:05.5', null],
    ])
  })

  onMariaDb('a server that takes no files gets rows in statements', async () => {
    mariaDb.server().execute('set global local_infile = 0')
    try {
      const loaded = await loadCsv(plain(0, 12_000))
      expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 12_000, unread: 0 })
    } finally {
      mariaDb.server().execute('set global local_infile = 1')
    }
  })
})
