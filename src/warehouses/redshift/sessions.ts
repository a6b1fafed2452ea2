import { dialectHint } from '../dialect-hints.ts'
import { doubleText, singleText } from '../float-text.ts'
import type { ProtocolColumn, SessionDialect } from '../postgres/connections.ts'

/** Types as the protocol tells them, and the size of NUMERIC(38,9). */
const [FLOAT4, FLOAT8, NUMERIC, VARBYTE] = [700, 701, 1700, 6551]
const UNSIZED_MODIFIER = ((38 << 16) | 9) + 4

/** A float may have digits that say nothing, as 0.10000000000000001, and bytes are digits alone. */
function readerOf({ dataTypeID, dataTypeModifier }: ProtocolColumn): ((cell: string) => string) | undefined {
  if (dataTypeID === FLOAT8) return doubleText
  if (dataTypeID === FLOAT4) return (cell) => singleText(Math.fround(Number(cell)))
  if (dataTypeID === VARBYTE) return (cell) => `\\x${cell}`
  return dataTypeID === NUMERIC && dataTypeModifier === UNSIZED_MODIFIER
    ? (cell) => cell.replace(/\.?0+$/, '')
    : undefined
}

/** What went wrong most often, by the words of Redshift, and what to do. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /password authentication failed|authentication failed for user/i,
    'Check user and password of the connection.',
  ],
  [
    /cluster.{0,40}(paused|not available|is being (resized|restored|modified))/i,
    'Resume the cluster in the console of Redshift, or wait until it is available.',
  ],
  [
    /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|timeout expired/,
    'Check host and port of the connection, that the cluster is not paused, and that its security group lets the runner in.',
  ],
  [
    /relation .* does not exist/i,
    'Check the name and its schema, and that an earlier step has made the table.',
  ],
  [
    /connection terminated|terminating connection|server closed the connection|ECONNRESET/i,
    'The session ended, and what was not committed was rolled back: run the step again.',
  ],
  [
    /connection limit|too many (connections|clients)|usage limit|quota exceeded/i,
    'The limit is used up: run fewer steps at once, or raise the limit of the user, the schema or the workgroup.',
  ],
  [/disk full/i, 'The disks of the cluster are full: vacuum or drop tables, or add nodes.'],
  [
    /serializable isolation violation|1023/i,
    'Another transaction changed the same table in the meantime: run the step again, or let the two run one after the other.',
  ],
  [
    /permission denied for (schema|relation|table|database|language)/i,
    'Grant it to the user of the connection: usage on the schema, and select, insert, update, delete on the table.',
  ],
  [
    /value too long for type|string length exceeds ddl length/i,
    'Sizes of texts are bytes on Redshift, up to four for a letter: make the column wider.',
  ],
  [
    /within group order by clauses for aggregate functions must be the same/i,
    'Redshift computes one median in a query: compute each further one in its own Aggregate, and join them.',
  ],
  [
    /full join is only supported with (merge|hash)/i,
    'Redshift joins in full on equal columns only: write the condition as an equation of one column with another.',
  ],
  [
    /statement timeout/i,
    'Redshift canceled it: raise statement_timeout of the user or the cluster, or read less at once.',
  ],
  [/query .*cancelled by wlm|query cancelled on .*request/i, 'A queue limit of the cluster canceled it.'],
  [
    /statement is too (large|long)|exceeds the maximum.*16777216/i,
    'A statement can have at most 16 MB: load fewer rows at once.',
  ],
  [
    /load into table .* failed|stl_load_errors|sys_load_error/i,
    'See sys_load_error_detail for the errors. The limit of a text is 65535 bytes.',
  ],
  [
    /not authorized to (assume|get credentials)|s3serviceexception/i,
    'The IAM role of the connection must be attached to the cluster and allowed to read the staging folder.',
  ],
  [/correlated subquery pattern is not supported/i, 'Write the subquery as a join.'],
]

export const redshiftSessions: SessionDialect = {
  product: 'Redshift',
  settings: `set datestyle = 'ISO'; set timezone = 'UTC'`,
  forget: undefined,
  beginReadOnly: 'begin read only',
  hasSavepoints: false,
  escapesTexts: true,
  // Fifteen digits, as Redshift writes floats by itself, are not enough for all of them. Elsewhere they are:
  // casts to texts and to decimals would get those that say nothing.
  beginCursor: 'begin; set local extra_float_digits = 2',
  readerOf,
  commits: /^truncate\b/i,
  queryId: 'select pg_last_query_id() as id',
  hint: (message) => hints.find(([pattern]) => pattern.test(message))?.[1] ?? dialectHint(message),
}
