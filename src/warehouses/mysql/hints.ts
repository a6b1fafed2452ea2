import { dialectHint } from '../dialect-hints.ts'

/** What to do about a statement that the server does not take. */
export const TOO_LONG =
  'The statement is longer than max_allowed_packet of the server: raise it, or load fewer rows at once.'

/** What went wrong most often, by the name of the error that the driver tells, and what to do. */
const byCode: readonly (readonly [RegExp, string])[] = [
  [
    /^ER_ACCESS_DENIED_ERROR$/,
    'Check user and password of the connection; a user can also be limited to certain hosts.',
  ],
  [
    /^ER_(?:DBACCESS|TABLEACCESS|COLUMNACCESS|SPECIFIC_ACCESS)_DENIED_ERROR$/,
    'Grant it to the user of the connection: select, insert, update, delete, create, drop, alter and index on the database.',
  ],
  [/^ER_BAD_DB_ERROR$/, 'Check the database of the connection, or create it.'],
  [
    /^ER_(?:NO_SUCH_TABLE|BAD_TABLE_ERROR)$/,
    'Check the name, its letter case and its database, and that an earlier step has made the table.',
  ],
  [
    /^ER_(?:CON_COUNT_ERROR|TOO_MANY_USER_CONNECTIONS|USER_LIMIT_REACHED)$/,
    'The limit of the server or the user is used up: run fewer steps at once, or raise max_connections or the limits of the user.',
  ],
  [/^ER_NET_PACKET_TOO_LARGE$/, TOO_LONG],
  [
    /^(?:PROTOCOL_CONNECTION_LOST|ECONNRESET|EPIPE|ER_CONNECTION_KILLED|ER_SERVER_SHUTDOWN)$/,
    'The session ended, and what was not committed was rolled back: run the step again.',
  ],
  [
    /^ER_(?:LOCK_WAIT_TIMEOUT|LOCK_DEADLOCK|CHECKREAD)$/,
    'Another transaction changed or locked the same rows: run the step again, or let the two run one after the other.',
  ],
  [
    /^ER_(?:STATEMENT_TIMEOUT|QUERY_TIMEOUT)$/,
    'The server canceled it: raise max_statement_time (MySQL: max_execution_time) of the user, or read less at once.',
  ],
  [
    /^ER_(?:DISK_FULL|RECORD_FILE_FULL)$/,
    'The disk of the server or its limit for a table is full: make room there, then run the step again.',
  ],
  [
    /^ER_(?:OPTION_PREVENTS_STATEMENT|READ_ONLY_MODE|CANT_EXECUTE_IN_READ_ONLY_TRANSACTION)$/,
    'This server or session only reads: connect to the primary server.',
  ],
  [
    /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT)$/,
    'Check host and port of the connection, and that a firewall lets the runner through.',
  ],
]

/** `message`, which the server or the way to it gave with `error`, and what to do where that is known. */
export function withAdvice(message: string, error: unknown): string {
  const advice = dialectHint(message) ?? byCode.find(([pattern]) => pattern.test(codeOf(error)))?.[1]
  return [message, advice].filter((line) => line !== undefined).join('\n')
}

/** What the driver calls an error; empty where it has no name. */
export const codeOf = (error: unknown): string => String((Object(error) as { code?: string }).code ?? '')
