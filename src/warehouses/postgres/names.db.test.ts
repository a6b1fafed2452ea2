import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postgresOfTests } from '../conformance/databases.ts'
import type { PostgresConnection } from '../connection.ts'
import type { DatabaseName } from '../database-name.ts'
import { createWarehouses, type Warehouses } from '../open.ts'

const options = { signal: new AbortController().signal }
let warehouses: Warehouses
beforeEach(() => {
  warehouses = createWarehouses({ allowPrivateAddresses: true })
})
afterEach(() => warehouses.close())

const open = (databases: readonly DatabaseName[], schema?: string) =>
  warehouses.open({ ...postgresOfTests(), databases, schema })

test('parameters find tables by mapped names and by the name of the database itself, in any case', async () => {
  const { database } = postgresOfTests()
  const warehouse = await open(
    [
      { name: 'ANALYTICS', schema: 'marts' },
      { name: 'RAW', database },
    ],
    'flows',
  )
  const quoted = (name: string, schema?: string) =>
    warehouse.quoteTable({ database: name, schema, table: 't' })
  expect([quoted('analytics'), quoted('RAW'), quoted('RAW', 'x')]).toEqual([
    '"marts"."t"',
    '"flows"."t"',
    '"x"."t"',
  ])
  expect(quoted(database.toUpperCase())).toBe('"t"')
  expect(
    await warehouse.describe({ database: 'RAW', schema: 'pg_catalog', table: 'pg_class' }, options),
  ).toBeDefined()
})

test('SQL may name the database that it runs in; a message says which name is not mapped', async () => {
  const { database } = postgresOfTests()
  const warehouse = await open([{ name: 'OTHER', database: 'elsewhere' }])
  await warehouse.execute(`select 1 from "${database}".pg_catalog.pg_class limit 1`, options)
  const words = 'The environment does not map the database name'
  await expect(warehouse.execute('select * from PROD.PUBLIC.orders', options)).rejects.toThrow(
    `${words} "prod"`,
  )
  await expect(warehouse.describe({ database: 'PROD', table: 't' }, options)).rejects.toThrow(
    `${words} "PROD"`,
  )
  expect(() => warehouse.quoteTable({ database: 'OTHER', table: 't' })).toThrow(
    `The database name "OTHER" is mapped to "elsewhere", but the environment connects to "${database}"`,
  )
})

/** A database of their own: others use the functions of the shared one meanwhile. */
async function withDatabase(statement: string, work: (connection: PostgresConnection) => Promise<void>) {
  const maker = await warehouses.open(postgresOfTests())
  const database = `names_${randomUUID()}`
  await maker.execute(`create database "${database}"`, options)
  const connection = { ...postgresOfTests(), database, functions: true }
  const inside = createWarehouses({ allowPrivateAddresses: true })
  try {
    const own = await inside.open({ ...connection, functions: false })
    await own.execute(statement.replace('$database', `"${database}"`), options)
    await inside.close()
    await work(connection)
  } finally {
    await Promise.all([inside.close(), warehouses.close()])
    await maker.execute(`drop database "${database}" with (force)`, options)
  }
}

test('several processes that need the functions at once make them once', async () => {
  await withDatabase('select 1', async (connection) => {
    const pools = Array.from({ length: 3 }, () => createWarehouses({ allowPrivateAddresses: true }))
    const counted = await Promise.all(
      pools.flatMap((pool) =>
        [1, 2].map(async (n) => (await pool.open(connection)).execute(`select nvl(null, ${n})`, options)),
      ),
    )
    await Promise.all(pools.map((pool) => pool.close()))
    expect(counted.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1, 1, 1, 1])
  })
})

test.each([
  ['nothing can be made', 'alter database $database set default_transaction_read_only = on'],
  [
    "the schema is somebody else's",
    `create schema headrace_functions;
     create function headrace_functions.nvl(a integer, b integer) returns integer language sql as 'select 666';
     alter schema headrace_functions owner to pg_database_owner`,
  ],
])('where %s, SQL runs without the functions', async (_what, statement) => {
  await withDatabase(statement, async (connection) => {
    const warehouse = await warehouses.open(connection)
    expect((await warehouse.execute('select 1', options)).rowCount).toBe(1)
    await expect(warehouse.execute('select nvl(1, 2)', options)).rejects.toThrow('nvl')
  })
})
