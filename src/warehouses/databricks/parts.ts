import { createHash } from 'node:crypto'
import { refusals } from '../refusals.ts'
import type { SqlParts } from '../sql-parts.ts'
import { createStandardParts } from '../standard-parts.ts'
import { numberedRowsBeside } from '../union-rows.ts'
import { plainCast } from './casts.ts'
import { quoteName, quoteText } from './quote.ts'
import { expressionSql, splitStatements } from './split.ts'
import { TABLE_OPTIONS } from './types.ts'

const KEPT_DAYS = 30
const now = 'cast(current_timestamp() as timestamp_ntz)'
const daysAgo = (days: number): string => `${now} - interval ${days} days`

/**
 * The table of turns beside `table`, which is quoted, and the turn of the row that meets `condition`, both in
 * SQL.
 */
const turnOf = (table: string, condition: string) =>
  [
    `${table.replace(/`$/, '')}_turns\``,
    quoteText(createHash('sha256').update(condition).digest('hex')),
  ] as const

export const databricksParts: SqlParts = {
  ...createStandardParts(quoteText),
  statements: (script) => splitStatements(script).map(({ sql }) => sql),
  cast: plainCast,
  expression: expressionSql,
  momentText: (text) => `timestamp_ntz ${quoteText(text)}`,
  rowsBeside: numberedRowsBeside,
  series({ start, end, step }, column) {
    const behind = step < 0 ? end - 1 : end + 1
    return `(select id as ${column} from range(${start}, ${behind}, ${step})) as headrace_series`
  },
  like(text, pattern, ignoresCase) {
    // A backslash always escapes here: with each of it doubled, none does.
    const wanted = `replace(${pattern}, ${quoteText('\\')}, ${quoteText('\\\\')})`
    return `${text} ${ignoresCase ? 'ilike' : 'like'} ${wanted}`
  },
  joinedTexts: (text, order) =>
    `listagg(${text}, ',')${order.trim() === '' ? '' : ` within group (${order.trim()})`}`,
  tablesQuery: (schema, database, condition) => `select table_name
    from ${database === undefined ? '' : `${quoteName(database)}.`}information_schema.tables
    where table_schema = ${schema === undefined ? 'current_schema()' : `lower(${quoteText(schema)})`}
      and ${condition}
    order by table_name`,
  matches: (text, pattern) => `${text} rlike ${quoteText(`^(${pattern})$`)}`,
  isInstant: (type) => /^timestamp$/i.test(type),
  daysAgo,
  swapped: (target, source) => ({
    sql: `create or replace table ${target}${TABLE_OPTIONS} as select * from ${source}`,
    left: source,
  }),
  emptyCopy: (table, _original, columns) => [
    `create table ${table} (${columns.map(({ name, type, isRequired }) => `${name} ${type}${isRequired ? ' not null' : ''}`).join(', ')})`,
  ],
  // A clone is never replaced.
  cloned: (copy, table) => [`drop table if exists ${copy}`, `create table ${copy} shallow clone ${table}`],
  tableOptions: TABLE_OPTIONS,
  // Rows that are added do not conflict, but changes of one row do. That row has to be there before.
  beforeInsertOnce(table, condition) {
    const [turns, turn] = turnOf(table, condition)
    return [
      `create table if not exists ${turns} (turn string not null, taken_at timestamp_ntz)${TABLE_OPTIONS}`,
      `delete from ${turns} where taken_at < ${daysAgo(KEPT_DAYS)}`,
      `merge into ${turns} as t using (select ${turn} as turn) as s on t.turn = s.turn when not matched then insert (turn, taken_at) values (s.turn, ${now})`,
    ]
  },
  insertOnce(table, insert, condition) {
    const [turns, turn] = turnOf(table, condition)
    const there = quoteText('Another attempt has added this row already')
    return [
      `update ${turns} set taken_at = ${now} where turn = ${turn}`,
      `insert into ${turns} (turn, taken_at) select cast(raise_error(${there}) as string), ${now} from ${table} where ${condition} limit 1`,
      insert,
    ].join(';\n')
  },
  // One commit: the query sees the table as it was.
  refill: (table, columns, query) => [`insert overwrite table ${table} (${columns})\n${query}`],
  barrier: '',
  // A constant, for Spark numbers no rows that have no order.
  noOrder: 'order by 1',
  skipsNulls: true,
  refusals: refusals.DATABRICKS,
  definitionsCommit: true,
  hasKeys: false,
  keyText: 'string',
  now,
}
