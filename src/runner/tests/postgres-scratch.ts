import { createHash, randomBytes } from 'node:crypto'
import type { OutgoingPolicy } from '../../lib/outgoing-http.ts'
import type { PostgresConnection } from '../../warehouses/connection.ts'
import { createWarehouses } from '../../warehouses/open.ts'
import { quoteName, quoteText } from '../../warehouses/sql-text.ts'
import type { Transaction, Warehouse } from '../../warehouses/warehouse.ts'
import type { ScratchDatabase, ScratchDatabases } from './scratch.ts'

/** A database of its own for each test, or only a schema, where the account may create no databases. */
export type ScratchPlace = 'database' | 'schema'

const always = { signal: new AbortController().signal }

/**
 * Scratch databases on a PostgreSQL server. A run holds a lock while it lives, so that another one knows
 * which scratch databases nobody uses any more, and drops them: those of runs that were killed.
 */
export async function openPostgresScratch(
  server: PostgresConnection,
  place: ScratchPlace,
  policy: OutgoingPolicy,
): Promise<ScratchDatabases<PostgresConnection> & AsyncDisposable> {
  const warehouses = createWarehouses(policy)
  const names = namesOf(server.database)
  const run = randomBytes(6).toString('hex')
  let held: Transaction | undefined

  let places: ReturnType<typeof createPlaces> | undefined

  const dispose = async () => {
    await places?.dropAll()
    await held?.rollback()
    await warehouses.close()
  }

  try {
    const warehouse = await warehouses.open(server)
    held = await lock(warehouse, names.prefix + run)
    await dropLeftovers(warehouse, names)
    places = createPlaces({ warehouse, server, place, policy, prefix: names.prefix + run })
    return { create: places.create, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Locks belong to the database that a run is connected to, and so does what it may drop. */
function namesOf(database: string) {
  const prefix = `headrace_test_${createHash('sha256').update(database).digest('hex').slice(0, 6)}_`
  return { prefix, pattern: new RegExp(`^${prefix}([0-9a-f]{12})_\\d+$`) }
}

const lockKey = (run: string) => `hashtextextended(${quoteText(run)}, 0)`

/** Held until the transaction ends, with this process if need be. */
async function lock(warehouse: Warehouse, run: string): Promise<Transaction> {
  const transaction = await warehouse.beginTransaction(always)
  await transaction.warehouse.execute('set local idle_in_transaction_session_timeout = 0', always)
  await valuesOf(transaction.warehouse, `select pg_advisory_xact_lock(${lockKey(run)})`)
  return transaction
}

interface PlacesOptions {
  readonly warehouse: Warehouse
  readonly server: PostgresConnection
  readonly place: ScratchPlace
  readonly policy: OutgoingPolicy
  readonly prefix: string
}

/** Gives out scratch places: one that was emptied, or a new one. */
function createPlaces({ warehouse, server, place, policy, prefix }: PlacesOptions) {
  const emptied: string[] = []
  const made: string[] = []

  async function next(): Promise<string> {
    const known = emptied.pop()
    if (known !== undefined) return known
    const name = `${prefix}_${made.length + 1}`
    made.push(name)
    await warehouse.execute(`create ${place} ${quoteName(name)}`, always)
    return name
  }

  async function create(): Promise<ScratchDatabase<PostgresConnection>> {
    const name = await next()
    const connection =
      place === 'database' ? { ...server, database: name, schema: undefined } : { ...server, schema: name }
    const drop = async () => {
      if (place === 'database' && (await isEmptied(connection, policy))) emptied.push(name)
      else await warehouse.execute(dropSql(place, name), always).catch(nothing)
    }
    return { kind: 'POSTGRES', connection, drop }
  }

  async function dropAll(): Promise<void> {
    for (const name of made) await warehouse.execute(dropSql(place, name), always).catch(nothing)
  }

  return { create, dropAll }
}

/**
 * Makes a database as empty as a new one, in a fraction of the time that a new one takes. Sessions that a
 * test left open keep what they hold, and then it is not used again.
 */
async function isEmptied(connection: PostgresConnection, policy: OutgoingPolicy): Promise<boolean> {
  const warehouses = createWarehouses(policy)
  try {
    const warehouse = await warehouses.open(connection)
    const [others] = await valuesOf(warehouse, sessionsSql)
    if (others !== '0') return false
    await warehouse.execute(emptySql(connection.database), always)
    return true
  } catch {
    return false
  } finally {
    await warehouses.close()
  }
}

const sessionsSql =
  "select count(*)::text from pg_stat_activity where datname = current_database() and backend_type = 'client backend' " +
  'and pid <> pg_backend_pid()'

const emptySql = (database: string): string => `set statement_timeout = '10s';
do $$ declare found name; begin
  for found in select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' loop
    execute format('drop schema %I cascade', found);
  end loop;
  for found in select evtname from pg_event_trigger loop execute format('drop event trigger %I', found); end loop;
  perform lo_unlink(oid) from pg_largeobject_metadata;
end $$;
create schema public;
alter database ${quoteName(database)} reset all`

const nothing = () => undefined

const dropSql = (place: ScratchPlace, name: string): string =>
  place === 'database'
    ? `drop database if exists ${quoteName(name)} with (force)`
    : `drop schema if exists ${quoteName(name)} cascade`

/** Drops what runs left that are gone. What cannot be dropped stays for the next. */
async function dropLeftovers(
  warehouse: Warehouse,
  { prefix, pattern }: ReturnType<typeof namesOf>,
): Promise<void> {
  const found = [
    ...(await valuesOf(warehouse, 'select datname from pg_database')).map((name) => ({
      place: 'database' as const,
      name,
    })),
    ...(await valuesOf(warehouse, 'select nspname from pg_namespace')).map((name) => ({
      place: 'schema' as const,
      name,
    })),
  ]
  const byRun = Map.groupBy(found, ({ name }) => pattern.exec(name)?.[1])
  for (const [run, left] of byRun) {
    if (run === undefined) continue
    const transaction = await warehouse.beginTransaction(always)
    try {
      const sql = `select pg_try_advisory_xact_lock(${lockKey(prefix + run)})::text`
      const [isFree] = await valuesOf(transaction.warehouse, sql)
      if (isFree !== 'true') continue
      for (const { place, name } of left) await warehouse.execute(dropSql(place, name), always).catch(nothing)
    } finally {
      await transaction.rollback()
    }
  }
}

/** The first column. */
async function valuesOf(warehouse: Warehouse, sql: string): Promise<string[]> {
  const { batches } = await warehouse.query(sql, always)
  const values: string[] = []
  for await (const batch of batches) for (const [value] of batch) values.push(value ?? '')
  return values
}
