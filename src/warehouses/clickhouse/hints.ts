import { OWN_MESSAGE } from './casts.ts'

/** What goes wrong most often, by the words of ClickHouse, and what to do. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /AUTHENTICATION_FAILED|REQUIRED_PASSWORD|WRONG_PASSWORD|UNKNOWN_USER/,
    'Check user and password of the connection; a user can also be limited to certain addresses.',
  ],
  [
    /ACCESS_DENIED|Not enough privileges/,
    'Grant it to the user of the connection: grant select, insert, alter, create, drop, truncate on the database, and KILL QUERY to cancel.',
  ],
  [
    /Cannot modify '.*' setting in readonly mode|READONLY/,
    'The user is read-only and may not choose settings: give it a profile with readonly = 0, or 2 for reading alone.',
  ],
  [
    /UNKNOWN_TABLE/,
    'Check the name, its letter case and its database, and that an earlier step has made the table.',
  ],
  [/UNKNOWN_DATABASE/, 'Check the database of the connection, and that its user may use it.'],
  [
    /MEMORY_LIMIT_EXCEEDED/,
    'Raise max_memory_usage of the user, let sorting and grouping spill to disk (max_bytes_before_external_group_by), or read less at once.',
  ],
  [
    /Max query size exceeded|QUERY_IS_TOO_LARGE|TOO_BIG_AST|TOO_DEEP_AST|TOO_DEEP_RECURSION/,
    'The statement is too long or too deep: write the intermediate result into a table with a rewrite-table, and read the rest from that table.',
  ],
  [
    /QUOTA_EXCEEDED|QUOTA_EXPIRED/,
    'The quota of the user is used up: wait for its interval to end, or raise it.',
  ],
  [
    /TOO_MANY_SIMULTANEOUS_QUERIES/,
    'The server accepts no more statements at the moment: run fewer at once, or raise max_concurrent_queries.',
  ],
  [/TIMEOUT_EXCEEDED/, 'Raise max_execution_time of the user, or read less at once.'],
  [
    /Port 9\d\d\d is for clickhouse-client program/,
    'That is the port of another protocol: 8443 answers HTTP with TLS, 8123 without.',
  ],
]

const exception = /(?:^|\n|\r)(Code: \d+\. DB::(?:Net)?Exception: [\s\S]*)/

/** What casts refuse themselves stands in a message about a text that is no number. */
const ownMessage = new RegExp(`Cannot parse string '${OWN_MESSAGE}((?:[^'\\\\]|\\\\.)*)' as Int32`, 's')

/** What our own queries refuse by `throwIf`. */
const thrown =
  /^Code: 395\. DB::Exception: ([\s\S]*?): while executing [\s\S]*\(FUNCTION_THROW_IF_VALUE_IS_NON_ZERO\)/

/** The words of ClickHouse, and what to do where that is known. */
export function shownMessage(status: number, text: string): string {
  const own = ownMessage.exec(text)?.[1]
  if (own !== undefined) return own.replaceAll(/\\(.)/gs, '$1')
  const refused = thrown.exec(text)?.[1]
  if (refused !== undefined) return refused
  const said = (exception.exec(text)?.[1] ?? text)
    .replace(/\r?\n\d+ \w+\r?\n__exception__[\s\S]*$/, '')
    .replace(/ \(version [^()]*(?:\([^()]*\))?\)\s*$/, '')
    .trim()
  const message = said === '' ? `ClickHouse answered HTTP ${status}` : said
  const hint = hints.find(([pattern]) => pattern.test(message))?.[1]
  return [message, hint].filter((line) => line !== undefined).join('\n')
}
