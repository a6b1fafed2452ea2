import type { Connection as MysqlClient } from 'mysql2'
import type { MysqlConnection } from '../connection.ts'
import { ask, learnServer } from './wire.ts'

/**
 * The SQL of sessions is read as standard SQL has it, so that pipelines mean the same here as elsewhere:
 * names in double quotes, `||` puts texts together, a backslash is a letter, and a value that does not fit
 * fails instead of being cut.
 */
const MODES = [
  'ANSI_QUOTES',
  'PIPES_AS_CONCAT',
  'NO_BACKSLASH_ESCAPES',
  'STRICT_ALL_TABLES',
  'NO_ZERO_DATE',
  'NO_ZERO_IN_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'ONLY_FULL_GROUP_BY',
  'NO_ENGINE_SUBSTITUTION',
]

/**
 * Letter case counts, as in other databases. JSON has this collation too, and columns with another one keep
 * theirs: only it goes together with all of them.
 */
const COLLATION = 'utf8mb4_bin'

/** More than a text can be; the server keeps to its own limit of a packet. */
const MAX_GROUP_BYTES = 1_073_741_824

/** Engines that cannot roll back: rows stay after a failure, and so does the record that they were loaded. */
const WITHOUT_ROLLBACK = /^(myisam|aria)$/i

const UNKNOWN_DATABASE = 1049
const ALREADY_EXISTS = 1007

/**
 * Puts a session that is new, or was reset, into the environment's database, which is made where it is
 * missing.
 */
export async function prepareSession(client: MysqlClient, { database }: MysqlConnection): Promise<void> {
  const { product, engine } = await learnServer(client)
  // Assignments that see what others have assigned would make the order of an update matter; MySQL has no
  // such mode.
  const modes = product === 'MariaDB' ? [...MODES, 'SIMULTANEOUS_ASSIGNMENT'] : MODES
  const recursion = product === 'MariaDB' ? 'max_recursive_iterations' : 'cte_max_recursion_depth'
  await ask(client, `set names utf8mb4 collate ${COLLATION}`)
  await ask(
    client,
    [
      `set session sql_mode = '${modes.join(',')}'`,
      `time_zone = '+00:00'`,
      // A load looks at them.
      'sql_notes = 1',
      `group_concat_max_len = ${MAX_GROUP_BYTES}`,
      `${recursion} = 4294967295`,
      ...(WITHOUT_ROLLBACK.test(engine) ? [`default_storage_engine = 'InnoDB'`] : []),
    ].join(', '),
  )
  await useDatabase(client, database)
}

async function useDatabase(client: MysqlClient, database: string): Promise<void> {
  const name = `"${database.replaceAll('"', '""')}"`
  const use = () => ask(client, `use ${name}`)
  try {
    await use()
  } catch (error) {
    if (numberOf(error) !== UNKNOWN_DATABASE) throw error
    await ask(client, `create database ${name} character set utf8mb4 collate ${COLLATION}`).catch(
      (failed: unknown) => {
        if (numberOf(failed) !== ALREADY_EXISTS) throw failed
      },
    )
    await use()
  }
}

const numberOf = (error: unknown): number | undefined => (error as { readonly errno?: number }).errno
