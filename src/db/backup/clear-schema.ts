import type pg from 'pg'
import { StartupError } from '../../lib/startup-error.ts'
import { findInstalled } from '../installed.ts'
import { ownNames } from '../migrate.ts'

/**
 * Makes room for a restoration: no installation may be there, or its tables and functions are dropped when
 * `replace` says so. A schema without an installation is what `headrace migrate` left. What others keep in
 * the schema stays. Throws `StartupError`.
 */
export async function clearSchema(client: pg.Client, replace: boolean): Promise<void> {
  if (!replace && (await findInstalled(client)) !== undefined)
    throw new StartupError(
      'The database holds an installation already. Restore into an empty one, or drop what is there with --replace.',
    )
  for (const statement of await dropStatements(client)) await client.query(statement)
}

async function dropStatements(client: pg.Client): Promise<string[]> {
  const { tables, functions } = await ownNames()
  const { rows } = await client.query<{ statement: string }>(
    `select 'drop table if exists ' || oid::regclass || ' cascade' as statement from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1)
     union all
     select 'drop function if exists ' || oid::regprocedure || ' cascade' from pg_proc
      where pronamespace = current_schema()::regnamespace and proname = any($2)`,
    [tables, functions],
  )
  return rows.map(({ statement }) => statement)
}
