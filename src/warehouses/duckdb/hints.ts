import { dialectHint } from '../dialect-hints.ts'

/** What went wrong most often with a file, a lake and its catalog, and what to do. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /password authentication failed|no password supplied|no pg_hba\.conf entry|role "[^"]*" does not exist/,
    "Check user and password of the lake's catalog.",
  ],
  [
    /too many connections|remaining connection slots/,
    'The PostgreSQL of the catalog accepts no more connections: run fewer steps at once, or raise the limit of the server or the user.',
  ],
  [
    /Failed to execute query "COMMIT": (?!ERROR)/,
    "The session of the lake's catalog ended as it committed, so it is not known whether the statement was done: look at what it changes before you run the step again.",
  ],
  [
    /server closed the connection|terminating connection|no connection to the server/,
    "The session of the lake's catalog ended, and what was not committed was rolled back: run the step again.",
  ],
  [
    /Unable to connect to Postgres[\s\S]*(?:refused|could not translate|timeout expired|No route)/,
    "Check host and port of the lake's catalog, and that a firewall lets the runner through.",
  ],
  [
    /permission denied for/,
    "Grant usage and create on the schema of the lake's catalog to its user, which should own the tables there.",
  ],
  [
    /HTTP (?:code )?40[13]|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch/,
    'The object store refuses the key of the connection: check the key, and that it may list, read, write and delete below the folder.',
  ],
  [/NoSuchBucket|bucket does not exist/i, 'Check the bucket or container of the connection.'],
  [
    /memory exhausted|Max expression depth|Maximum tree depth/i,
    'The statement is too long or too deep: write the intermediate result into a table with a rewrite-table, and read the rest from that table.',
  ],
  [
    /^Out of Memory Error/,
    'Raise HEADRACE_DUCKDB_MEMORY_MIB of the runner; where it is not set, give its machine more memory. Or let a step read fewer or narrower rows: sorting and joining use the disk of the runner, but rows of many kilobytes are written from memory.',
  ],
  [/No space left on device/, 'The disk of the runner is full: make room there, then run the step again.'],
  [
    /Could not set lock on file|Conflicting lock is held/,
    'Another process has the database open: only one process may use a DuckDB file. Move the environment to a lake for several.',
  ],
]

/** What to do about a message of DuckDB; undefined where nothing is known. */
export const duckdbHint = (message: string): string | undefined =>
  dialectHint(message) ?? hints.find(([pattern]) => pattern.test(message))?.[1]
