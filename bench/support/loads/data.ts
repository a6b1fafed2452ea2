import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type pg from 'pg'

/** What is loaded, as the columns of a table in words that every database here knows. */
export const COLUMNS =
  'id bigint, name varchar(60), amount decimal(12,2), day date, ok boolean, made_at timestamp'

/** Where the same rows are, before they are loaded. */
export interface LoadData {
  readonly rows: number
  /** The folder of files that the product reads: the files are in folders named as their formats. */
  readonly files: string
  readonly csv: string
  /** CSV whose texts stand in quotes. */
  readonly quoted: string
  readonly parquet: string
}

/** The table of PostgreSQL that has the rows. */
export const SOURCE = 'source_rows'

/** Writes the files. */
export async function writeFiles(folder: string, rows: number): Promise<LoadData> {
  const [csv, quoted, parquet] = [join(folder, 'csv'), join(folder, 'quoted'), join(folder, 'parquet')]
  for (const one of [folder, csv, quoted, parquet]) {
    await mkdir(one, { recursive: true })
    await chmod(one, 0o755)
  }
  const data = {
    rows,
    files: folder,
    csv: join(csv, 'big.csv'),
    quoted: join(quoted, 'big.csv'),
    parquet: join(parquet, 'big.parquet'),
  }
  const engine = await DuckDBInstance.create(':memory:', { memory_limit: '1GiB' })
  const session = await engine.connect()
  const query = `
    select range as id, 'name of ' || range as name, (range % 10000 / 100.0)::decimal(12,2) as amount,
           date '2024-01-01' + (range % 28)::integer as day, range % 2 = 0 as ok,
           timestamp '2024-01-01' + to_seconds(range) as made_at
      from range(${rows})`
  await session.run(`copy (${query}) to '${data.parquet}'`)
  // Databases differ in how they read a boolean; all take a number.
  const asText = `select * replace (ok::integer as ok) from read_parquet('${data.parquet}')`
  await session.run(`copy (${asText}) to '${data.csv}' (header false)`)
  await session.run(`copy (${asText}) to '${data.quoted}' (header false, force_quote (name))`)
  session.closeSync()
  engine.closeSync()
  return data
}

/** Fills the source table. */
export async function fillSource(client: pg.Client, rows: number): Promise<void> {
  await client.query(`create table ${SOURCE} (${COLUMNS})`)
  await client.query(`
    insert into ${SOURCE}
    select n, 'name of ' || n, n % 10000 / 100.0, date '2024-01-01' + (n % 28)::integer, n % 2 = 0,
           timestamp '2024-01-01' + n * interval '1 second'
      from generate_series(0::bigint, ${rows} - 1) as n`)
  await client.query(`analyze ${SOURCE}`)
}
