import { expect, test } from 'vitest'
import { postgresOfTests } from '../../warehouses/conformance/databases.ts'
import type { Connection } from '../../warehouses/connection.ts'
import { createWarehouses } from '../../warehouses/open.ts'
import { openPostgresScratch } from './postgres-scratch.ts'

const server = postgresOfTests()
const always = { signal: new AbortController().signal }

async function query(connection: Connection, sql: string): Promise<string[]> {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  try {
    const warehouse = await warehouses.open(connection)
    const { batches } = await warehouse.query(sql, always)
    const values: string[] = []
    for await (const batch of batches) for (const [value] of batch) values.push(value ?? '')
    return values
  } finally {
    await warehouses.close()
  }
}

async function execute(connection: Connection, sql: string): Promise<void> {
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  try {
    await (await warehouses.open(connection)).execute(sql, always)
  } finally {
    await warehouses.close()
  }
}

const databases = () =>
  query(server, "select datname from pg_database where datname like 'headrace\\_test\\_%'")
const schemas = () =>
  query(server, "select nspname from pg_namespace where nspname like 'headrace\\_test\\_%'")

test('a database is empty when a later test gets it, and gone after the run', async () => {
  const scratch = await openPostgresScratch(server, 'database', { allowPrivateAddresses: true })
  const first = await scratch.create()
  const connection = first.connection
  await execute(
    connection,
    'create schema raw; create table raw.a (n int); create table b (n int); create view c as select 1',
  )
  await first.drop()
  const second = await scratch.create()
  const tables =
    "select relname from pg_class where relnamespace::regnamespace::text !~ '^pg_|information_schema'"
  expect(await query(second.connection, tables)).toEqual([])
  expect(second.connection.database).toBe(connection.database)
  await scratch[Symbol.asyncDispose]()
  expect(await databases()).not.toContain(connection.database)
})

test('a database that somebody still uses is not given to another test', async () => {
  await using scratch = await openPostgresScratch(server, 'database', { allowPrivateAddresses: true })
  const first = await scratch.create()
  const warehouses = createWarehouses({ allowPrivateAddresses: true })
  const used = await (await warehouses.open(first.connection)).beginTransaction(always)
  await first.drop()
  expect((await scratch.create()).connection.database).not.toBe(first.connection.database)
  await used.rollback()
  await warehouses.close()
})

test('a schema is dropped when its test has ended', async () => {
  await using scratch = await openPostgresScratch(server, 'schema', { allowPrivateAddresses: true })
  const { connection, drop } = await scratch.create()
  await execute(connection, 'create table a (n int)')
  expect(await schemas()).toContain(connection.schema)
  await drop()
  expect(await schemas()).not.toContain(connection.schema)
})

test('a run drops what a killed one left, and nothing of one that lives', async () => {
  await using living = await openPostgresScratch(server, 'database', { allowPrivateAddresses: true })
  const used = (await living.create()).connection.database
  const killed = used.replace(/[0-9a-f]{12}_1$/, '0123456789ab_1')
  await execute(server, `create database ${killed}`)
  await execute(server, `create schema ${killed}`)
  await using _next = await openPostgresScratch(server, 'database', { allowPrivateAddresses: true })
  expect(await databases()).toContain(used)
  expect(await databases()).not.toContain(killed)
  expect(await schemas()).not.toContain(killed)
})
