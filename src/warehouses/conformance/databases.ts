import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection, LakeConnection } from '../connection.ts'
import { createWarehouses, type Warehouses } from '../open.ts'
import type { Warehouse } from '../warehouse.ts'

/**
 * A database that the conformance suite can run on, and what the suite has to say in the database's own
 * words.
 */
export interface TestDatabase {
  readonly name: string
  /** An empty schema of its own, which the first statement makes. */
  create(): Promise<EmptySchema>
  /** The text after `from` for the whole numbers from 0 up to but not including `end`, in the column `n`. */
  numbers(end: number): string
  /** The SQL of tests in the words of this database; the same unless stated. */
  speak?(sql: string): string
  /** What is true, and what is not, as this database computes it; `true` and `false` unless stated. */
  readonly truths?: readonly [string, string]
  /** Sizes of texts are bytes; letters unless stated. */
  readonly countsBytes?: boolean
  /** It names statements in its own records; not unless stated. */
  readonly namesQueries?: boolean
  /**
   * The warehouse that a test gets: one that says what the test says in words of this database; the same
   * unless stated.
   */
  spoken?(warehouse: Warehouse): Warehouse
  /**
   * A query that counts the statements that run with `mark` in their text, itself aside; undefined where
   * nothing lists them.
   */
  readonly runningSql?: (mark: string) => string
  /** What tells a test, by its name, that an emulator cannot judge it, and why. */
  readonly beyond?: readonly (readonly [test: RegExp, reason: string])[]
  /** Cells that an emulator cannot hold, or takes where the service does not. */
  readonly beyondCells?: readonly string[]
  /** It has one type of whole numbers, and decimals without zeros at their end. */
  readonly hasFewNumbers?: boolean
  /** A name as it is kept, quoted or not; as it is written unless stated. */
  readonly nameOf?: (name: string) => string
  /** A table that is made from a query counts its rows; it does unless stated. */
  readonly countsCreated?: boolean
}

export interface EmptySchema {
  readonly connection: Connection
  readonly schema: string
  remove(): Promise<void>
}

const DUCKDB: TestDatabase = {
  name: 'DuckDB',
  async create() {
    const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
    const schema = newSchema()
    return {
      schema,
      connection: { type: 'DUCKDB', path: join(folder, 'test.duckdb'), schema },
      remove: () => rm(folder, { recursive: true }),
    }
  },
  numbers: (end) => `range(${end}) as numbers(n)`,
}

/** In PostgreSQL, and in what stands on it. */
export const runningInPostgres = (mark: string): string =>
  `select count(*) from pg_stat_activity
    where state = 'active' and query like '%${mark}%' and pid <> pg_backend_pid() and leader_pid is null`

const POSTGRES: TestDatabase = {
  name: 'PostgreSQL',
  async create() {
    const connection = { ...postgresOfTests(), schema: newSchema() }
    return { connection, schema: connection.schema, remove: () => dropSchema(connection, connection.schema) }
  },
  numbers: (end) => `generate_series(0::bigint, ${end} - 1) as numbers(n)`,
  runningSql: runningInPostgres,
}

/** The folder of DuckDB's extensions, where this machine has them. */
export const lakeExtensions: string | undefined = process.env['HEADRACE_DUCKDB_EXTENSIONS']

/**
 * A lake of its own: its catalog in a schema of the PostgreSQL that the test run started, its files in
 * `folder`.
 */
export function newLake(folder: string): LakeConnection {
  const { host, port, database, user, password } = postgresOfTests()
  const schema = `lake_${randomUUID().slice(0, 8)}`
  return {
    type: 'LAKE',
    catalog: { host, port, database, user, password, ssl: false, schema },
    dataPath: `${folder}/data/`,
    scratch: join(folder, 'scratch'),
  }
}

/** Drops the catalog of a lake. */
export const dropLake = ({ catalog }: LakeConnection): Promise<void> =>
  dropSchema(postgresOfTests(), catalog.schema)

const LAKE: TestDatabase = {
  name: 'lake',
  async create() {
    const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
    const schema = newSchema()
    const connection = { ...newLake(folder), schema }
    async function remove(): Promise<void> {
      await dropLake(connection)
      await rm(folder, { recursive: true })
    }
    return { connection, schema, remove }
  },
  numbers: (end) => `range(${end}) as numbers(n)`,
}

/** Every adapter. A new one adds its line here and passes what the others pass. */
export const TEST_DATABASES: readonly TestDatabase[] = [
  DUCKDB,
  POSTGRES,
  ...(lakeExtensions === undefined ? [] : [LAKE]),
]

/** What opens the databases of tests. */
export const warehousesOfTests = (): Warehouses =>
  createWarehouses({ allowPrivateAddresses: true, duckdbExtensions: lakeExtensions })

/**
 * Does one piece of work in a database that is open only meanwhile: some are open in one process at a time.
 */
export async function inDatabase<T>(
  connection: Connection,
  work: (warehouse: Warehouse) => Promise<T>,
): Promise<T> {
  const warehouses = warehousesOfTests()
  try {
    return await work(await warehouses.open(connection))
  } finally {
    await warehouses.close()
  }
}

/** Blanks and quotes, for a name that is not quoted properly shows at once. */
export const newSchema = (): string => `Test "${randomUUID().slice(0, 8)}" schema`

/** The PostgreSQL that the test run started. */
export function postgresOfTests(): Extract<Connection, { type: 'POSTGRES' }> {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  return {
    type: 'POSTGRES',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || url.searchParams.get('port') || 5432),
    database: url.pathname.slice(1) || 'postgres',
    user: decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    ssl: false,
  }
}

/** Drops it with all that is in it. */
export const dropSchema = (connection: Connection, schema: string): Promise<void> =>
  inDatabase(connection, async (warehouse) => {
    const sql = `drop schema if exists ${warehouse.quoteName(schema)} cascade`
    await warehouse.execute(sql, { signal: new AbortController().signal })
  })
