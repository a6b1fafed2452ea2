import { expect, test } from 'vitest'
import { type Bench, never } from './bench.ts'

/** Names that only quoting carries. */
const ODD_NAME = 'Odd "name"; it\'s'

/** Columns of tables and queries, and names. */
export function descriptionTests(bench: () => Bench): void {
  test('a table is described by its columns, in order, with their sizes', async () => {
    const { warehouse, speak, nameOf } = bench()
    const { hasKeys } = warehouse.parts
    const sql = `create table t (id integer ${hasKeys ? 'primary key' : 'not null'}, price decimal(10, 2), "When It Was" timestamp, note text)`
    await warehouse.execute(speak(sql), never)
    const columns = await warehouse.describe({ table: 't' }, never)
    expect(columns?.map(({ name, nullable, isKey }) => [name, nullable, isKey])).toEqual([
      [nameOf('id'), false, hasKeys],
      [nameOf('price'), true, false],
      [nameOf('When It Was'), true, false],
      [nameOf('note'), true, false],
    ])
    expect(columns?.[1]).toMatchObject({ size: 10, precision: 2 })
    expect(columns?.[3]).toMatchObject({ size: undefined, precision: undefined })
  })

  test('a view is described like a table, and what is not there is undefined', async () => {
    const { warehouse, nameOf } = bench()
    await warehouse.execute('create view v as select 1 as a, 2 as b', never)
    const columns = await warehouse.describe({ table: 'v' }, never)
    expect(columns?.map(({ name }) => name)).toEqual(['a', 'b'].map(nameOf))
    expect(await warehouse.describe({ table: 'missing_table' }, never)).toBeUndefined()
    expect(await warehouse.describe({ schema: 'missing', table: 'v' }, never)).toBeUndefined()
  })

  test('a name may hold quotes, blanks, semicolons and capital letters', async () => {
    const { warehouse, schema, rowsOf, nameOf } = bench()
    const table = warehouse.quoteTable({ schema, table: ODD_NAME })
    await warehouse.execute(`create table ${table} (${warehouse.quoteName(ODD_NAME)} integer)`, never)
    await warehouse.execute(`insert into ${warehouse.quoteTable({ table: ODD_NAME })} values (3)`, never)
    expect(await rowsOf(`select ${warehouse.quoteName(ODD_NAME)} from ${table}`)).toEqual([['3']])
    const columns = await warehouse.describe({ schema, table: ODD_NAME }, never)
    expect(columns?.map(({ name }) => name)).toEqual([nameOf(ODD_NAME)])
  })

  test('the schema of the environment is made at first use and meant by bare names', async () => {
    const { warehouse, schema, rowsOf } = bench()
    await warehouse.execute('create table t as select 1 as a', never)
    const qualified = warehouse.quoteTable({ schema, table: 't' })
    expect(await rowsOf(`select a from ${qualified}`)).toEqual([['1']])
  })

  test('a query is described without being run, in types that a cast takes', async () => {
    const { warehouse, numbers, speak, nameOf, hasFewNumbers } = bench()
    const query = `select cast(1 as decimal(10, 2)) as price, cast('a' as varchar(20)) as "The Name",
      cast(null as timestamp) as at, 1 / (n - n) as never_computed from ${numbers(1)}`
    const columns = await warehouse.describeQuery(speak(query), never)
    expect(columns.map(({ name }) => name)).toEqual(['price', 'The Name', 'at', 'never_computed'].map(nameOf))
    const casts = columns.map(({ type }, index) => `${warehouse.parts.cast('null', type)} as c${index}`)
    expect(await warehouse.execute(`select ${casts.join(', ')}`, never)).toMatchObject({ rowCount: 1 })
    if (!hasFewNumbers) expect(columns[0]?.type).toMatch(/\(10, ?2\)$/)
  })

  test('describing a query that the database refuses fails in the words of the database', async () => {
    await expect(bench().warehouse.describeQuery('select missing_column', never)).rejects.toMatchObject({
      name: 'WarehouseError',
      message: expect.stringMatching(/missing_column/i),
    })
  })
}
