import { dialectHint } from '../dialect-hints.ts'

/** What went wrong most often, by the code of the error (SQLSTATE) or its class, and what to do. */
const byCode: readonly (readonly [RegExp, string])[] = [
  [
    /^28/,
    'Check user and password of the connection, and that pg_hba.conf of the server lets this user in from the runner.',
  ],
  [/^3D000/, 'Check the database of the connection, or create it.'],
  [
    /^42501/,
    'Grant it to the user of the connection: usage and create on the schema; select, insert, update, delete and truncate on the table.',
  ],
  [/^42P01/, 'Check the name, its letter case and its schema, and that an earlier step has made the table.'],
  [
    /^53300/,
    'The server accepts no more connections: raise max_connections or the limit of the user, or run fewer steps at once.',
  ],
  [/^53100/, 'The disk of the server is full: make room there, then run the step again.'],
  [
    /^53(?:200|400)/,
    'The server has no memory or resources left: run fewer steps at once, or raise its limits.',
  ],
  [
    /^54/,
    'The statement is too large or too deep for the server: write the intermediate result into a table with a rewrite-table.',
  ],
  [/^(?:57P0|08)/, 'The session ended, and what was not committed was rolled back: run the step again.'],
  [
    /^(?:40001|40P01|55P03)/,
    'Another transaction changed or locked the same rows: run the step again, or let the two run one after the other.',
  ],
  [/^25006/, 'This server or user only reads: connect to the primary server, or to one that may write.'],
]

const byMessage: readonly (readonly [RegExp, string])[] = [
  [
    /connection terminated|server closed the connection|ECONNRESET|EPIPE|client has encountered a connection error/i,
    'The session ended, and what was not committed was rolled back: run the step again.',
  ],
  [
    /^row is too big|can have at most \d+ (?:columns|entries)/i,
    'A row of PostgreSQL has at most 1600 columns, and 8160 bytes beside its long texts: write fewer columns, or several of them into one of JSON, as construct-variant does.',
  ],
  [
    /^memory exhausted/i,
    'The statement is too long or too deep: write the intermediate result into a table with a rewrite-table.',
  ],
  [
    /statement timeout/i,
    'The server canceled it: raise statement_timeout of the user or the database, or read less at once.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ETIMEDOUT|timeout expired/,
    'Check host and port of the connection, and that a firewall lets the runner through.',
  ],
]

/** What to do about an error of PostgreSQL; undefined where nothing is known. */
export function postgresHint(message: string, code: string | undefined): string | undefined {
  const own = dialectHint(message)
  if (own !== undefined) return own
  const known = byMessage.find(([pattern]) => pattern.test(message))
  return (known ?? byCode.find(([pattern]) => pattern.test(code ?? '')))?.[1]
}
