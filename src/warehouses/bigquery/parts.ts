import { createHash } from 'node:crypto'
import { refusals } from '../refusals.ts'
import type { SqlParts } from '../sql-parts.ts'
import { createStandardParts } from '../standard-parts.ts'
import { digitsOf } from '../type-kinds.ts'
import { numberedRowsBeside, unionRows } from '../union-rows.ts'
import { expressionSql } from './expression.ts'
import { quoteName, quoteText } from './quote.ts'
import { splitStatements } from './split.ts'
import { castable } from './types.ts'

/** An array of numbers has about a million elements at most. */
const BLOCK = 1_000_000
const KEPT_DAYS = 30

/** CAST takes no length and no digits: places are rounded, half away from zero. */
export function plainCast(value: string, type: string): string {
  const places = digitsOf(type)?.behind
  if (/^json$/i.test(type)) return `parse_json(${value}, wide_number_mode => 'round')`
  const cast = `cast(${value} as ${castable(type)})`
  return places === undefined ? cast : `cast(round(${cast}, ${places}) as ${castable(type)})`
}

/**
 * The table of turns beside `table`, which is quoted, and the turn of the row that meets `condition`, both in
 * SQL.
 */
const turnOf = (table: string, condition: string) =>
  [
    `${table.replace(/`$/, '')}_turns\``,
    quoteText(createHash('sha256').update(condition).digest('hex')),
  ] as const

const now = 'current_datetime()'
const daysAgo = (days: number): string => `datetime_sub(${now}, interval ${days} day)`

export const bigQueryParts: SqlParts = {
  ...createStandardParts(quoteText),
  statements: splitStatements,
  cast: plainCast,
  expression: expressionSql,
  setOperator: (operator) => (operator === 'union all' ? operator : `${operator} distinct`),
  momentText: (text) => `datetime ${quoteText(text)}`,
  rows: (table) => `${unionRows(table)} as ${table.alias}`,
  rowsBeside: numberedRowsBeside,
  series({ start, end, step }, column) {
    const count = Math.max(0, Math.floor((end - start) / step) + 1)
    if (count <= BLOCK)
      return `(select ${column} from unnest(generate_array(${start}, ${end}, ${step})) as ${column}) as headrace_series`
    const blocks = Math.ceil(count / BLOCK) - 1
    return `(
  select ${start} + headrace_n * (${step}) as ${column}
  from (
    select headrace_block * ${BLOCK} + headrace_place as headrace_n
    from unnest(generate_array(0, ${blocks})) as headrace_block
    cross join unnest(generate_array(0, ${BLOCK - 1})) as headrace_place
  ) as headrace_numbers
  where headrace_n < ${count}
) as headrace_series`
  },
  // NULLS FIRST and NULLS LAST are not taken everywhere where an order stands.
  orderTerm: ({ value, direction, nulls }) =>
    (direction === 'asc') === (nulls === 'first')
      ? `${value} ${direction}`
      : `${value} is null ${nulls === 'last' ? 'asc' : 'desc'}, ${value} ${direction}`,
  splitPart: (text, delimiter, position) =>
    `case when ${text} is not null then coalesce(split(${text}, ${delimiter})[safe_ordinal(${position})], '') end`,
  like(text, pattern, ignoresCase) {
    // A backslash always escapes here: with each of it doubled, none does.
    const wanted = `replace(${pattern}, ${quoteText('\\')}, ${quoteText('\\\\')})`
    return ignoresCase ? `lower(${text}) like lower(${wanted})` : `${text} like ${wanted}`
  },
  joinedTexts: (text, order) => `string_agg(${text}, ',' ${order})`,
  commaList: (texts) => `array_to_string([${texts.join(', ')}], ',')`,
  median(value) {
    const at = (rounding: string) =>
      `array_agg(${value} ignore nulls order by ${value})[safe_offset(cast(${rounding}((count(${value}) - 1) / 2) as int64))]`
    return `(${at('floor')} + ${at('ceil')}) / 2`
  },
  extremeTruth: (value, extreme) => `${extreme === 'max' ? 'logical_or' : 'logical_and'}(${value})`,
  tablesQuery: (schema, database, condition) => `select table_name
    from ${[database, schema]
      .filter((part) => part !== undefined)
      .map((part) => `${quoteName(part)}.`)
      .join('')}INFORMATION_SCHEMA.TABLES
    where ${condition}
    order by table_name`,
  matches: (text, pattern) => `regexp_contains(${text}, ${quoteText(`^(${pattern})$`)})`,
  isInstant: (type) => /^timestamp$/i.test(type),
  daysAgo,
  swapped: (target, source) => ({
    sql: `create or replace table ${target} copy ${source}`,
    left: source,
  }),
  cloned: (copy, table) => [`create or replace table ${copy} clone ${table}`],
  emptied: (table) => `delete from ${table} where true`,
  emptyCopy: (table, _original, columns) => [
    `create table ${table} (${columns.map(({ name, type, isRequired }) => `${name} ${type}${isRequired ? ' not null' : ''}`).join(', ')})`,
  ],
  // Transactions that add rows do not conflict, but those that change one table do. The row has to be there
  // before.
  beforeInsertOnce(table, condition) {
    const [turns, turn] = turnOf(table, condition)
    return [
      `create table if not exists ${turns} (turn string not null, taken_at datetime not null)`,
      `delete from ${turns} where taken_at < ${daysAgo(KEPT_DAYS)}`,
      `insert into ${turns} select ${turn}, ${now} from (select 1) where not exists (select 1 from ${turns} where turn = ${turn})`,
    ]
  },
  insertOnce(table, insert, condition) {
    const [turns, turn] = turnOf(table, condition)
    const there = quoteText('Another attempt has added this row already')
    return [
      `update ${turns} set taken_at = ${now} where turn = ${turn}`,
      `select error(${there}) from ${table} where ${condition} limit 1`,
      insert,
    ].join(';\n')
  },
  refill: (table, columns, query) => [
    'begin',
    `create temporary table headrace_rows as\n${query}`,
    `delete from ${table} where true`,
    `insert into ${table} (${columns})\nselect * from headrace_rows`,
    'drop table headrace_rows',
    'commit',
  ],
  barrier: '',
  refusals: refusals.BIGQUERY,
  definitionsCommit: true,
  hasKeys: false,
  tablesKeepCase: true,
  keyText: 'string',
  now,
}
