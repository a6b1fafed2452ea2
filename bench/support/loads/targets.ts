import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { LakeCatalog } from '../../../src/db/embedded/lake-catalog.ts'
import type { Connection, DatabaseServer } from '../../../src/warehouses/connection.ts'
import { extensionFile, extensionsOf } from '../../../src/warehouses/lake/extensions.ts'
import { hasMariaDb, startMariaDb } from '../../../test/support/mariadb.ts'
import { COLUMNS, type LoadData, SOURCE } from './data.ts'

export type SourceName = 'csv' | 'quoted' | 'parquet' | 'postgres'

/** A database that rows are loaded into. */
export interface Target {
  readonly name: string
  readonly connection: Connection
  /** What its own bulk command is, for the report. */
  readonly command: string
  /** Loads into a new table with the database's own command. */
  loadByItself(source: SourceName, data: LoadData): Promise<void>
  /** Its address in the words of dlt; undefined where dlt has none. */
  readonly dlt?: { readonly destination: string; readonly credentials: string }
  stop?(): Promise<void>
}

export interface Servers {
  readonly folder: string
  readonly postgres: DatabaseServer
  readonly postgresUrl: string
  readonly catalog: LakeCatalog
  readonly extensions: string | undefined
}

const OWN = 'by_itself'

export function postgresTarget({ postgres, postgresUrl }: Servers): Target {
  return {
    name: 'PostgreSQL',
    connection: { ...postgres, type: 'POSTGRES', schema: 'loaded' },
    command: 'COPY of the CSV file',
    dlt: { destination: 'postgres', credentials: postgresUrl },
    async loadByItself(source, data) {
      await withClient(postgresUrl, async (to) => {
        await to.query(`drop table if exists ${OWN}; create table ${OWN} (${COLUMNS})`)
        await to.query(`begin`)
        const into = to.query(copyFrom(`copy ${OWN} from stdin (format csv)`))
        if (source !== 'postgres')
          await pipeline(createReadStream(source === 'quoted' ? data.quoted : data.csv), into)
        else
          await withClient(postgresUrl, (from) =>
            pipeline(from.query(copyTo(`copy ${SOURCE} to stdout (format csv)`)), into),
          )
        await to.query('commit')
      })
    },
  }
}

/** Undefined where this machine has no server. */
export async function mariaDbTarget(): Promise<Target | undefined> {
  if (!hasMariaDb()) return undefined
  const server = await startMariaDb()
  server.execute("set global local_infile = 1; grant all on *.* to reader@'127.0.0.1'")
  const { host, port, user, password } = server.connection
  return {
    name: 'MariaDB',
    connection: { ...server.connection, type: 'MYSQL', database: 'loaded' },
    command: 'LOAD DATA of the CSV file',
    dlt: {
      destination: 'sqlalchemy',
      credentials: `mysql+pymysql://${user}:${password}@${host}:${port}/shop`,
    },
    async loadByItself(source, data) {
      server.execute(
        `drop table if exists shop.${OWN}; create table shop.${OWN} (${COLUMNS.replace('timestamp', 'datetime(6)')})`,
      )
      const [file, enclosed] =
        source === 'quoted' ? [data.quoted, `optionally enclosed by '"'`] : [data.csv, '']
      const sql = `load data local infile '${file}' into table ${OWN} fields terminated by ',' ${enclosed}`
      const signIn = ['--no-defaults', `-h${host}`, `-P${port}`, `-u${user}`, `-p${password}`]
      execFileSync('mariadb', [...signIn, '--local-infile=1', 'shop', '-e', sql], { stdio: 'inherit' })
    },
    stop: () => server[Symbol.asyncDispose](),
  }
}

export function duckdbTarget(servers: Servers): Target {
  const path = join(servers.folder, 'by-itself.duckdb')
  return {
    name: 'DuckDB',
    connection: { type: 'DUCKDB', path: join(servers.folder, 'loaded.duckdb') },
    command: 'INSERT … SELECT of the source',
    dlt: { destination: 'duckdb', credentials: join(servers.folder, 'dlt.duckdb') },
    loadByItself: (source, data) => insertWithEngine(path, '', source, data, servers),
  }
}

export function lakeTarget(servers: Servers): Target {
  const { catalog, folder } = servers
  const place = ['host', 'port', 'user', 'password'].map(
    (key) => `${key}=${catalog[key as keyof LakeCatalog]}`,
  )
  const attach = `attach 'ducklake:postgres:dbname=${catalog.database} ${place.join(' ')}' as own_lake (metadata_schema 'own', data_path '${join(folder, 'own-lake')}/'); use own_lake`
  return {
    name: 'lake',
    connection: {
      type: 'LAKE',
      catalog: { ...catalog, ssl: false, schema: 'loaded' },
      dataPath: `${join(folder, 'lake')}/`,
      scratch: join(folder, 'scratch'),
    },
    command: 'INSERT … SELECT of the source',
    loadByItself: (source, data) => insertWithEngine(':memory:', attach, source, data, servers),
  }
}

const readers = (data: LoadData, servers: Servers): Readonly<Record<SourceName, string>> => ({
  csv: `read_csv('${data.csv}', header = false)`,
  parquet: `read_parquet('${data.parquet}')`,
  quoted: `read_csv('${data.quoted}', header = false)`,
  postgres: `postgres_scan('${servers.postgresUrl}', 'public', '${SOURCE}')`,
})

async function insertWithEngine(
  path: string,
  attach: string,
  source: SourceName,
  data: LoadData,
  servers: Servers,
): Promise<void> {
  const engine = await DuckDBInstance.create(path, { allow_unsigned_extensions: 'false' })
  try {
    const session = await engine.connect()
    if (servers.extensions !== undefined)
      for (const one of extensionsOf({}))
        await session.run(`load '${await extensionFile(servers.extensions, one)}'`)
    if (attach !== '') await session.run(attach)
    await session.run(`drop table if exists ${OWN}`)
    await session.run(`create table ${OWN} (${COLUMNS})`)
    await session.run(`insert into ${OWN} select * from ${readers(data, servers)[source]}`)
    session.closeSync()
  } finally {
    engine.closeSync()
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
