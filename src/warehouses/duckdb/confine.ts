import { mkdir, realpath } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { errorText } from '../../lib/error-text.ts'
import { quoteText } from '../sql-text.ts'
import { sqlTokens } from '../sql-tokens.ts'
import { SYSTEM_COLUMN } from './conflicts.ts'
import { refusalOfDeltaPath } from './delta-paths.ts'
import { HELPERS_SETTING } from './helper-threads.ts'
import { duckdbHint } from './hints.ts'
import { MEMORY_SETTING } from './load-memory.ts'

/**
 * Known when the file is opened: nothing is fetched from the network, no secret is kept on disk, and a load
 * holds few rows back.
 */
export const OPENING_OPTIONS = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_persistent_secrets: 'false',
  write_buffer_row_group_count: '1',
}

/** What changes how a query reads, and neither what it may reach nor what it may use up. */
const FREE_SETTINGS = [
  'timezone',
  'calendar',
  'default_order',
  'default_null_order',
  'default_collation',
  'integer_division',
  'ieee_floating_point_ops',
  'order_by_non_integer_literal',
  'preserve_insertion_order',
  'scalar_subquery_error_on_multiple_rows',
]

export interface Confinement {
  /** Folders whose files SQL may read and write; everything else of the machine is out of its reach. */
  readonly folders: readonly string[]
  /**
   * Memory that statements may use together before they spill to disk; most of the machine's unless stated.
   */
  readonly memoryMib?: number | undefined
  readonly isLake?: boolean
}

/**
 * Confines every connection of an instance, now and later, to its own database, to the files below the
 * folders, to the memory, and to the settings above. The last statement keeps SQL from undoing the others.
 * Times read the same on every machine.
 */
export async function confine(
  connection: DuckDBConnection,
  { folders, memoryMib, isLake = false }: Confinement,
): Promise<void> {
  // Without the slash at its end, a folder would grant every path that its name is the beginning of.
  const prefixes = await Promise.all(folders.map(async (folder) => `${await resolved(folder)}/`))
  // Scripts with it are refused.
  const settings = [...FREE_SETTINGS, MEMORY_SETTING, ...(isLake ? [HELPERS_SETTING] : [])]
  for (const sql of [
    "set global timezone = 'UTC'",
    ...(memoryMib === undefined ? [] : [`set global memory_limit = '${memoryMib}MiB'`]),
    `set global allowed_directories = [${prefixes.map(quoteText).join(', ')}]`,
    'set global enable_external_access = false',
    `set global allowed_configs = [${settings.map(quoteText).join(', ')}]`,
    'set global lock_configuration = true',
  ])
    await connection.run(sql)
}

/** Whether it is a place in an object store, and no folder of this machine. */
export const isRemote = (path: string): boolean => path.includes('://')

/**
 * DuckDB compares with resolved paths. Object stores have none. A folder that cannot be made holds no files:
 * it is granted as it is.
 */
async function resolved(folder: string): Promise<string> {
  if (isRemote(folder)) return folder.replace(/\/+$/, '')
  await mkdir(folder, { recursive: true }).catch(() => undefined)
  return (await realpath(folder).catch(() => folder)).replace(/\/+$/, '')
}

const REFUSED_WORDS: ReadonlySet<string> = new Set([
  'enable_logging',
  'import_database',
  'json_execute_serialized_sql',
])

/**
 * Why a script is refused before it runs. Writing DuckDB's log to a folder that is not granted ends the whole
 * process instead of the statement, so `enable_logging` is refused, and with it what runs SQL that is not in
 * the script: such SQL could call it unseen. Its other parser reads comments and texts by other rules than
 * `sqlTokens`.
 */
export function refusalOfScript(
  sql: string,
  { isLake = false, folders }: { readonly isLake?: boolean; readonly folders: readonly string[] },
): string | undefined {
  let last = ''
  const tokens = [...sqlTokens(sql)]
  for (const [index, { text }] of tokens.entries()) {
    const blank = oddBlankOf(text)
    if (blank !== undefined) return `${blank} is not available here outside of quotes: write a space instead`
    const word = (text.startsWith('"') ? text.slice(1, -1) : text).toLowerCase()
    if (word === 'enable_peg_parser')
      return `${word} is not available here: it would read this script by other rules`
    if (REFUSED_WORDS.has(word)) return refused(word)
    if (OWN_SETTINGS.has(word) && NAMES_SETTING.has(last)) return settingRefused(word)
    if (isLake && reachesOutOfLake(word, last))
      return `${word} is not available in a lake: it would reach beyond it`
    if (isLake && word === 'delta_scan') {
      const [, path, behind] = tokens.slice(index + 1, index + 4)
      const refusal = refusalOfDeltaPath(path?.text, behind?.text, folders)
      if (refusal !== undefined) return refusal
    }
    if (word === 'database' && last === 'import') return refused('import database')
    if (word === '(' && last === 'query') return refused('query(…)')
    last = word
  }
  return undefined
}

/**
 * Outside of quotes they are letters by the lexical rules, and yet DuckDB takes them for spaces, but not
 * everywhere.
 */
const ODD_BLANK = /[\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]/

function oddBlankOf(token: string): string | undefined {
  const code = /^[eE]?'|^"/.test(token) ? '' : token.replace(/^(\$[^$]*\$).*/s, '$1')
  const [blank] = ODD_BLANK.exec(code) ?? []
  return blank && `U+${blank.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}

const NAMES_SETTING: ReadonlySet<string> = new Set(['set', 'reset', 'pragma', 'global', 'local', 'session'])
/** The second name of the limit is DuckDB's own. */
const OWN_SETTINGS: ReadonlySet<string> = new Set([HELPERS_SETTING, MEMORY_SETTING, 'max_memory'])
const settingRefused = (name: string) =>
  `${name} is not available here. SQL may set ${FREE_SETTINGS.join(', ')}.`

const CHANGES_SECRETS = /^(create|drop|replace|temporary|temp|persistent)$/

/**
 * What the extensions of a lake bring along, and the confinement does not cover: connections to any server,
 * the catalog behind the lake, the credentials of both, and functions of the Delta extension that read and
 * write any file.
 */
const reachesOutOfLake = (word: string, last: string): boolean =>
  /^(postgres_|read_postgres|pg_clear_cache|query_table$|__ducklake_metadata)/.test(word) ||
  /^(delta_(?!scan$)|write_blob$|copy_dir$|get_delta_test_expression$)/.test(word) ||
  (word === 'secret' && CHANGES_SECRETS.test(last))

const refused = (what: string): string =>
  `${what} is not available here: it would run or log what is not in this script`

/** DuckDB's words for what the confinement refuses leave out what is allowed. */
export function explainRefusal(error: unknown, folders: readonly string[]): unknown {
  const message = errorText(error)
  if (/disabled by configuration|disabled through configuration/.test(message)) {
    const allowed = folders.length === 0 ? 'no files' : `only files below ${folders.join(', ')}`
    return new Error(`${message.trimEnd()}\nSQL may reach ${allowed}, and no network.`, { cause: error })
  }
  if (message.includes('the configuration has been locked'))
    return new Error(`${message.trimEnd()}\nSQL may set ${FREE_SETTINGS.join(', ')}.`, { cause: error })
  const [, format] =
    /Function with name "?(iceberg|delta)_\w+"? (?:does not exist|is not in the catalog)/i.exec(message) ?? []
  if (format !== undefined)
    return new Error(
      `${message.split('\n')[0]}\nTables of this format are read on a connection of type LAKE whose property "${format}" is true.`,
      { cause: error },
    )
  const [, column] = SYSTEM_COLUMN.exec(message) ?? []
  if (column !== undefined) return new Error(notInALake(column), { cause: error })
  if (TOO_WIDE_FOR_A_LAKE.test(message)) return new Error(NARROWER, { cause: error })
  const hint = duckdbHint(message)
  if (hint !== undefined) return new Error(`${withoutAdvice(message).trimEnd()}\n${hint}`, { cause: error })
  return error
}

const notInALake = (column: string): string =>
  `A table of a lake has no column "${column}", because its catalog is in PostgreSQL, which has one of its own: give it another name.`

/**
 * DuckLake keeps the few rows of a small statement in tables of PostgreSQL. For some tables of too many
 * columns it asks for one without any, in SQL that PostgreSQL cannot read. What it says has all of that SQL.
 */
const TOO_WIDE_FOR_A_LAKE =
  /begin_snapshot BIGINT, end_snapshot BIGINT, \)|ERROR: +(?:tables can have at most|row is too big)/
const NARROWER =
  'A table of a lake has at most 1,590 columns, and a row 8,160 bytes beside its long texts where few rows are written at once, because its catalog is in PostgreSQL: write fewer columns, or several of them into one of JSON, as construct-variant does.'

/** What DuckDB advises when memory is short are settings that SQL must not change here. */
const withoutAdvice = (message: string): string => message.replace(/\s+Possible solutions:\s[\s\S]*$/, '')
