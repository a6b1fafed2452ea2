import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { errorText } from '../../lib/error-text.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { connect, refusal } from '../connect.ts'
import { countServers } from '../connected.ts'
import { applyExactly, ownNames } from '../migrate.ts'
import { clearSchema } from './clear-schema.ts'
import { type AppliedMigration, type SequenceState, type TableColumns, target } from './snapshot.ts'

export interface RestorationOptions {
  /** The schema that the rows were written under. */
  readonly schema: readonly AppliedMigration[]
  /** Whether what the database holds is dropped; otherwise it has to be empty. */
  readonly replace: boolean
}

/** A database that is being filled. Nothing is changed until `finish`. */
export interface Restoration {
  /** Loads rows in PostgreSQL's text format and answers how many. */
  load(table: TableColumns, rows: Readable): Promise<number>
  /** Checks every constraint and commits. */
  finish(sequences: readonly SequenceState[]): Promise<void>
  /** Leaves the database as it was. */
  abandon(): Promise<void>
}

/**
 * Begins to restore, in one transaction. Throws `StartupError` when the database is not empty, when processes
 * of Headrace are connected to it, or when a newer Headrace wrote the rows.
 */
export async function beginRestoration(
  connectionString: string,
  { schema, replace }: RestorationOptions,
): Promise<Restoration> {
  const client = await connect(connectionString, 'headrace restore')
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query("set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set client_encoding = 'UTF8'")
    await refuseConnected(client)
    await client.query('begin')
    await clearSchema(client, replace)
    await applyExactly(client, schema)
    const references = await loosen(client)
    return {
      load: (table, rows) => load(client, table, rows),
      finish: (sequences) => finish(client, references, sequences),
      abandon: () => client.end(),
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw refusal(connectionString, error)
  }
}

async function refuseConnected(client: pg.Client): Promise<void> {
  if ((await countServers(client)) > 0)
    throw new StartupError(
      'Headrace is running over this database. Stop every API process first; runners may stay.',
    )
}

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Tables refer to each other, and to themselves, in any order: references are dropped and made again when all
 * rows are there, which checks them. Triggers would do once more what they did when the rows were written.
 */
async function loosen(client: pg.Client): Promise<Reference[]> {
  const { rows: references } = await client.query<Reference>(
    `
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by 1, 2`,
    [await tablesOf(client)],
  )
  for (const { table, name } of references)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  for (const table of await tablesOf(client)) await client.query(`alter table ${table} disable trigger user`)
  const tables = (await tablesOf(client)).filter((table) => table !== 'schema_migration')
  await client.query(`truncate ${tables.join(', ')}`) // what migrations put there is in the backup
  return references
}

/** Ours, as they are named in statements. */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1) order by relname`,
    [(await ownNames()).tables],
  )
  return rows.map(({ name }) => name)
}

async function load(client: pg.Client, table: TableColumns, rows: Readable): Promise<number> {
  const into = client.query(copyFrom(`copy ${target(table)} from stdin`))
  try {
    await pipeline(rows, into)
  } catch (error) {
    throw new StartupError(`The rows of ${table.name} could not be restored: ${errorText(error)}`, {
      cause: error,
    })
  }
  return into.rowCount
}

async function finish(
  client: pg.Client,
  references: readonly Reference[],
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { name, value, called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [pg.escapeIdentifier(name), value, called])
  for (const { table, name, definition } of references)
    await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
  for (const table of await tablesOf(client)) await client.query(`alter table ${table} enable trigger user`)
  await client.query('commit')
  await client.query('analyze')
  await client.end()
}
