import type { Readable } from 'node:stream'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartupError } from '../../lib/startup-error.ts'
import { connect } from '../connect.ts'
import { findInstalled, type Installed } from '../installed.ts'
import { ownNames } from '../migrate.ts'

/** One migration as the database recorded it. */
export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

export interface TableColumns {
  readonly name: string
  readonly columns: readonly string[]
}

export interface SequenceState {
  readonly name: string
  readonly value: string
  readonly called: boolean
}

/** The whole database as it was at one moment, while others go on writing. */
export interface DatabaseSnapshot extends Installed {
  readonly schema: readonly AppliedMigration[]
  readonly sequences: readonly SequenceState[]
  readonly tables: readonly TableColumns[]
  /** Projects whose repository is in a folder of the installation. */
  readonly hostedProjectIds: readonly string[]
  /** The rows of a table in PostgreSQL's text format; read one table after the other, each to its end. */
  rowsOf(table: TableColumns): { readonly stream: Readable; count(): number }
  close(): Promise<void>
}

/** Texts that every version of the server reads as they were meant. */
const SESSION = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set client_encoding = 'UTF8'`

/**
 * Opens a snapshot in one read-only transaction. Throws `StartupError` when no installation was ever started
 * over the database.
 */
export async function openSnapshot(connectionString: string): Promise<DatabaseSnapshot> {
  const client = await connect(connectionString, 'headrace backup')
  try {
    await client.query(SESSION)
    await client.query('begin isolation level repeatable read, read only')
    const installation = await findInstalled(client)
    if (installation === undefined)
      throw new StartupError('There is nothing to back up: no Headrace was ever started over this database.')
    const own = await ownNames()
    return {
      ...installation,
      schema: (
        await client.query<AppliedMigration>('select name, checksum from schema_migration order by name')
      ).rows,
      sequences: await readSequences(client, own.tables),
      tables: await readTables(client, own.tables),
      hostedProjectIds: await readHosted(client),
      rowsOf(table) {
        const stream = client.query(copyTo(`copy ${target(table)} to stdout`))
        return { stream, count: () => stream.rowCount }
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** A table with its columns, as `copy` names them. */
export const target = ({ name, columns }: TableColumns): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`

/**
 * Every table of ours but the record of migrations, which running them writes; computed columns are left out.
 */
async function readTables(client: pg.Client, tables: readonly string[]): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration'
        and c.relname = any($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
    [tables],
  )
  return rows
}

async function readHosted(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select project_id as id from repository where provider = 'hosted' order by 1",
  )
  return rows.map(({ id }) => id)
}

/** Those that belong to columns of our tables. */
async function readSequences(client: pg.Client, tables: readonly string[]): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select s.relname as name
       from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i')
       join pg_class t on t.oid = d.refobjid
      where s.relnamespace = current_schema()::regnamespace and s.relkind = 'S' and t.relname = any($1)
      order by s.relname`,
    [tables],
  )
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${pg.escapeIdentifier(name)}`,
    )
    states.push({ name, value: state.rows[0]!.value, called: state.rows[0]!.called })
  }
  return states
}
