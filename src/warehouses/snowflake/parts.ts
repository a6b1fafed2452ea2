import { createHash } from 'node:crypto'
import type { SqlParts } from '../sql-parts.ts'
import { createStandardParts } from '../standard-parts.ts'
import { numberedRowsBeside, unionRows } from '../union-rows.ts'
import { failSql } from './casts.ts'
import { keptName, quoteText } from './names.ts'
import { splitStatements } from './split.ts'

const KEPT_DAYS = 30
const standard = createStandardParts(quoteText)
const NOW = 'cast(current_timestamp() as timestamp_ntz)'

const schemaIs = (schema: string | undefined): string =>
  schema === undefined ? 'current_schema()' : quoteText(keptName(schema))

export const snowflakeParts: SqlParts = {
  ...standard,
  statements: splitStatements,
  rows: (table) => `${unionRows(table)} as ${table.alias}`,
  rowsBeside: numberedRowsBeside,
  series({ start, end, step }, column) {
    const count = Math.max(0, Math.floor((end - start) / step) + 1)
    // The numbers of seq8() have gaps; a generator takes one row at least.
    return `(
  select cast(${start} + (row_number() over (order by null) - 1) * ${step} as number(38,0)) as ${column}
  from table(generator(rowcount => ${Math.max(1, count)}))
  qualify row_number() over (order by null) <= ${count}
) as headrace_series`
  },
  // No letter escapes another unless one is named.
  like: (text, pattern, ignoresCase) => `${text} ${ignoresCase ? 'ilike' : 'like'} ${pattern}`,
  joinedTexts: (text, order) => `listagg(${text}, ',')${order === '' ? '' : ` within group (${order})`}`,
  commaList: (texts) => `substr(${texts.map((text) => `coalesce(',' || ${text}, '')`).join(' || ')}, 2)`,
  median: (value) => `median(${value})`,
  extremeTruth: (value, extreme) => `${extreme === 'max' ? 'boolor_agg' : 'booland_agg'}(${value})`,
  tablesQuery: (
    schema,
    database,
    condition,
  ) => `select table_name from ${database === undefined ? '' : `"${database}".`}information_schema.tables
    where table_schema = ${schemaIs(schema)}
      and ${condition}
    order by table_name`,
  // It has to match as a whole by itself.
  matches: (text, pattern) => `regexp_like(${text}, ${quoteText(pattern)})`,
  daysAgo: (days) => `dateadd(day, -${days}, ${NOW})`,
  // A column of a table that is there cannot be made to refuse null where it has other types than here.
  emptyCopy: (table, _original, columns) => [
    `create table ${table} (${columns.map(({ name, type, isRequired }) => `${name} ${type}${isRequired ? ' not null' : ''}`).join(', ')})`,
  ],
  // Keys are not enforced. Two transactions that change one row wait for each other; that row has to be there
  // before.
  beforeInsertOnce(table, condition) {
    const [turns, turn] = turnOf(table, condition)
    return [
      `create table if not exists ${turns} (turn varchar not null, taken_at timestamp_ntz not null)`,
      `delete from ${turns} where taken_at < ${snowflakeParts.daysAgo(KEPT_DAYS)}`,
      `insert into ${turns} select ${turn}, ${NOW} where not exists (select 1 from ${turns} where turn = ${turn})`,
    ]
  },
  insertOnce(table, insert, condition) {
    const [turns, turn] = turnOf(table, condition)
    const there = failSql(
      `${quoteText('Another attempt has added this row already')} || left(cast(count(*) as varchar), 0)`,
    )
    return [
      `update ${turns} set taken_at = ${NOW} where turn = ${turn}`,
      `select case when count(*) > 0 then ${there} end from ${table} where ${condition}`,
      insert,
    ].join(';\n')
  },
  // One statement, which reads what the table had before.
  refill: (table, columns, query) => [`insert overwrite into ${table} (${columns})\n${query}`],
  // A clone copies no rows, and the grants of the table that it replaces stay; a swap of names would take
  // them along.
  swapped: (target, source) => ({
    sql: `create or replace table ${target} clone ${source} copy grants`,
    left: source,
  }),
  cloned: (copy, table) => [`create or replace table ${copy} clone ${table}`],
  barrier: '',
  // Functions of windows are refused without an order.
  noOrder: 'order by null',
  skipsNulls: true,
  definitionsCommit: true,
  hasKeys: false,
  keyText: 'varchar',
  now: NOW,
}

/**
 * The table of turns beside `table`, which is quoted, and the turn of the row that meets `condition`, both in
 * SQL.
 */
const turnOf = (table: string, condition: string) =>
  [
    `${table.replace(/"$/, '')}_turns"`,
    quoteText(createHash('sha256').update(condition).digest('hex')),
  ] as const
