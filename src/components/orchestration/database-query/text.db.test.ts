import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useMariaDb } from '../../../../test/support/mariadb.ts'
import {
  type EmptySchema,
  postgresOfTests,
  TEST_DATABASES,
  warehousesOfTests,
} from '../../../warehouses/conformance/databases.ts'
import { mariaDbOfTests } from '../../../warehouses/conformance/mariadb.ts'
import type { Warehouses } from '../../../warehouses/open.ts'
import { openSource } from '../../../warehouses/open-source.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { stepContext } from '../../testing/step-context.ts'
import { run } from './run.ts'

const never = { signal: new AbortController().signal }
const mariaDb = useMariaDb('loading texts into it is not tested')

const databases = [...TEST_DATABASES, ...(mariaDb.isThere ? [mariaDbOfTests(mariaDb.server)] : [])]

/** Values that every database can hold. */
const values: Readonly<Record<string, readonly string[]>> = {
  small: ["'-32768'::smallint", 'null'],
  whole: ["'-2147483648'::integer", '0'],
  big: ["'9223372036854775807'::bigint", "'-9223372036854775808'::bigint"],
  price: ["'12345678901234.50'::numeric(20,4)", "'-0.0001'::numeric(20,4)", 'null'],
  digits: ["'12345678901234567890123456789012345678'::numeric(38,0)", "'-1'::numeric(38,0)"],
  unsized: ["'1.50'::numeric", "'-12345678.123456789'::numeric"],
  ratio: ["'1e300'::float8", "'0.1'::float8", "'-5e-324'::float8"],
  single: ["'0.1'::float4", "'3.4028235e38'::float4"],
  ok: ['true', 'false', 'null'],
  day: ["'2024-02-29'::date", "'1000-01-01'::date", "'9999-12-31'::date"],
  zoned: ["'2024-01-31 12:30:00+02'::timestamptz", "'1900-01-01 00:00:00.5+00'::timestamptz", 'null'],
  moment: ["'2024-01-31 12:30:00'::timestamp", "'2024-01-31 12:30:00.123456'::timestamp", 'null'],
  word: [
    "''",
    "'null'",
    'null',
    String.raw`'\N'`,
    String.raw`'a\tb\\nc\'`,
    "'it''s \"quoted\", '",
    "' blank '",
  ],
  lines: [
    String.raw`E'a\nb\r\nc\td\be\ff\vg'`,
    String.raw`E'\\n\\\n'`,
    String.raw`E'\\.'`,
    "'Größe 𝄞 \u2028 日本'",
  ],
  fixed: ["'ab'::char(5)", "''::char(5)"],
  doc: [String.raw`'{"a": [1, "x\"\\y\n", null]}'::jsonb`, "'null'::jsonb", 'null', `'"text"'::jsonb`],
  written: [`'{"b" : 1.10}'::json`],
  list: ['array[1, null, 3]', "'{}'::int[]"],
  texts: [`array['a"b', 'c,d', E'e\\\\f', null]`],
  bytes: [String.raw`'\x00ff5c0a'::bytea`, "''::bytea"],
  id: ["'0f0e7a5c-7f3a-4a33-8f5e-0b8f6cf7a001'::uuid"],
  length: ["'1 day 02:03:04'::interval"],
}

/** Columns of a query that fails in the middle of its rows. */
const failing = [
  ['cannot compute a row', '1 / (40000 - n)', /division by zero/],
  [
    'loses its session',
    'case when n = 40000 then pg_terminate_backend(pg_backend_pid()) end',
    /terminating connection/,
  ],
] as const

describe.each(databases)('PostgreSQL into $name', ({ create }) => {
  let target: EmptySchema
  let warehouses: Warehouses
  let warehouse: Warehouse
  let source: Warehouse
  const schema = `texts ${randomUUID().slice(0, 8)}`
  const { host, port, database, user, password } = postgresOfTests()

  beforeAll(async () => {
    target = await create()
    warehouses = warehousesOfTests()
    warehouse = await warehouses.open(target.connection)
    source = await warehouses.open({ ...postgresOfTests(), schema })
  })
  afterAll(async () => {
    await source.execute(`drop schema "${schema}" cascade`, never)
    await warehouses.close()
    await target.remove()
  })

  const properties = {
    host,
    port,
    database,
    user,
    ...(password !== undefined && { password }),
    ssl: false,
    schema,
  }
  const connections = [{ name: 'shop', authProvider: 'POSTGRES', authType: 'USER_PASSWORD', properties }]

  /** Answers how often rows were read one by one, beside what the step says and what is in the table. */
  async function loadBy(way: 'text' | 'rows', sqlQuery: string, into?: string) {
    let read = 0
    await warehouse.execute('drop table if exists loaded', never)
    await warehouse.execute(into ?? 'create table loaded as select 0 as n', never)
    const step = stepContext({ warehouse, warehouses, connections })
    const context = {
      ...step,
      idempotencyKey: randomUUID(),
      async source(connection: Parameters<typeof step.source>[0]) {
        const opened = await openSource(warehouses, connection, {
          signal: never.signal,
          connect: () => Promise.reject(new Error('no other source')),
        })
        const readRows: typeof opened.read = (query) => {
          read++
          return opened.read(query)
        }
        const { readText: _, ...rest } = opened
        return { ...(way === 'text' ? opened : rest), read: readRows }
      },
    }
    const createTableMode = into === undefined ? 'REPLACE_IF_EXISTS' : 'APPEND'
    const parameters = { connection: 'shop', table: 'loaded', sqlQuery, createTableMode }
    const { result, message, rowCount } = await run.run(context, parameters as never)
    const columns = mariaDb.isThere ? await warehouse.describe({ table: 'loaded' }, never) : undefined
    const rows = await Array.fromAsync(
      (await warehouse.query('select * from loaded order by n', never)).batches,
    )
    // What follows shows the table in between, whose name is new for each load.
    const said = message?.split('\n')[0]
    return { read, outcome: { result, said, rowCount, columns, rows: rows.flat() } }
  }

  async function loadBoth(sqlQuery: string) {
    const byRows = await loadBy('rows', sqlQuery)
    const byText = await loadBy('text', sqlQuery)
    expect(byText.outcome).toEqual(byRows.outcome)
    expect(byRows.read).toBe(1)
    return { ...byText.outcome, isByText: byText.read === 0 }
  }

  test('every type becomes the values that rows read one by one become', async () => {
    const most = Math.max(...Object.values(values).map((some) => some.length))
    const selects = Array.from({ length: most }, (_, n) => {
      const cells = Object.entries(values).map(([column, some]) => `${some[n % some.length]} as ${column}`)
      return `select ${n} as n, ${cells.join(', ')}`
    })
    const loaded = await loadBoth(selects.join('\nunion all '))
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: most, isByText: true })
  })

  test.each(['text', 'rows'] as const)('bytes by %s arrive in a column of bytes', async (way) => {
    const bytes = warehouse.typeSql({ type: 'BINARY' })
    const sqlQuery = `select n, decode('00ff5c0a5c78', 'hex') as v from generate_series(1, 3) as t (n)`
    const { outcome, read } = await loadBy(way, sqlQuery, `create table loaded (n integer, v ${bytes})`)
    expect(outcome).toMatchObject({ result: 'SUCCESS', rowCount: 3 })
    expect(outcome.rows).toEqual(['1', '2', '3'].map((n) => [n, String.raw`\x00ff5c0a5c78`]))
    expect(read).toBe(way === 'text' ? 0 : 1)
  })

  test.each(Object.entries(values))('%s arrives alone', async (column, some) => {
    const loaded = await loadBoth(
      some.map((value, n) => `select ${n} as n, ${value} as ${column}`).join('\nunion all '),
    )
    expect(loaded).toMatchObject({ result: 'SUCCESS', isByText: true })
  })

  test('one column arrives with its empty texts', async () => {
    const words = ["''", "'a'", 'null', "''", String.raw`'\N'`, String.raw`'\\N'`, "''"]
    const loaded = await loadBoth(words.map((word) => `select ${word} as n`).join('\nunion all '))
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: words.length, isByText: true })
    const texts = loaded.rows.map(([text]) => text)
    expect(texts.toSorted()).toEqual(['', '', '', '\\N', '\\\\N', 'a', null].toSorted())
  })

  test.each([
    ["'infinity'::timestamp"],
    ["'0044-03-15 BC'::date"],
    ["'NaN'::numeric"],
    ["'NaN'::float8"],
    ["'-infinity'::float8"],
    [`'0.${'1'.repeat(60)}'::numeric`],
    [`'${'9'.repeat(60)}'::numeric`],
    ["'12:30:00'::time"],
    [`repeat('x', 1200000)`],
  ])('%s is what it is row by row', async (value) => {
    await loadBoth(`select 1 as n, ${value} as v union all select 2, null`)
  })

  test('a text longer than engines read in a file arrives in the last row too, which DuckDB would skip', async () => {
    const loaded = await loadBoth(`select 1 as n, repeat('x', 5000000) as v`)
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 1 })
    expect(loaded.rows[0]?.[1]).toHaveLength(5_000_000)
  })

  test('many rows arrive in their number, more than are sent at once', async () => {
    const loaded = await loadBoth(
      `select n, 'name of ' || n as name, n % 7 = 0 as ok from generate_series(1, 60000) as t (n)`,
    )
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 60_000, isByText: true })
  })

  test.each(failing)(
    'a source that %s in the middle is asked once, and leaves the table as it was',
    async (_, value, why) => {
      const made = await loadBoth(`select n, ${value} as v from generate_series(1, 80000) as t (n)`)
      expect(made).toMatchObject({ result: 'FAILED', rows: [['0']], isByText: true })
      expect(made.said).toMatch(why)
    },
  )

  test('a query that is canceled because it takes longer than one statement may is read in many', async () => {
    const canceled = `n = 15000 and current_query() like 'copy%' and pg_cancel_backend(pg_backend_pid())`
    const loaded = await loadBoth(`select n, ${canceled} as v from generate_series(1, 20000) as t (n)`)
    expect(loaded).toMatchObject({ result: 'SUCCESS', rowCount: 20_000, isByText: false })
  })

  test('a query without SELECT is copied too', async () => {
    await source.execute('create table numbers as select 1 as n', never)
    expect(await loadBoth('table numbers')).toMatchObject({ rowCount: 1, isByText: true })
  })
})
