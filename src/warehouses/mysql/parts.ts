import { refusals } from '../refusals.ts'
import type { SqlParts } from '../sql-parts.ts'
import { quoteText } from '../sql-text.ts'
import { copyOf, leadLagSql, standardParts } from '../standard-parts.ts'
import { kindOf, lengthOf } from '../type-kinds.ts'
import { numberedRowsBeside, unionRows } from '../union-rows.ts'
import { splitStatements } from './split.ts'

const UNSIZED_DECIMAL = /^(decimal|numeric)$/i

/** The types of columns, and those that CAST takes, are two lists here. */
export function plainCast(value: string, type: string): string {
  switch (kindOf(type)) {
    case 'text': {
      const length = lengthOf(type)
      return `cast(${value} as ${length === undefined ? 'char' : `char(${length})`})`
    }
    case 'integer':
      return `cast(${value} as ${/unsigned/i.test(type) ? 'unsigned' : 'signed'})`
    case 'boolean':
      return `cast(${value} as signed)`
    case 'float':
      return `cast(${value} as ${/^(real|double)/i.test(type) ? 'double' : 'float'})`
    case 'decimal':
      return `cast(${value} as ${UNSIZED_DECIMAL.test(type) ? 'decimal(38,9)' : type})`
    case 'day':
      return `cast(${value} as date)`
    case 'moment':
      return `cast(${value} as datetime(6))`
    default:
      return otherCast(value, type.toLowerCase())
  }
}

function otherCast(value: string, type: string): string {
  if (type === 'json') return `json_extract(${value}, '$')`
  if (type.startsWith('time')) return `cast(${value} as time(6))`
  return /(blob|binary)/.test(type) ? `cast(${value} as binary)` : `cast(${value} as char)`
}

export const mysqlParts: SqlParts = {
  statements: splitStatements,
  cast: plainCast,
  expression: (sql) => sql,
  setOperator: (operator) => operator,
  momentText: (text) => `timestamp ${quoteText(text)}`,
  rows: (table) => `${unionRows(table)} as ${table.alias}`,
  rowsBeside: numberedRowsBeside,
  series({ start, end, step }, column) {
    const next = `${column} + (${step})`
    const isInside = step > 0 ? `${next} <= ${end}` : `${next} >= ${end}`
    const isAny = step > 0 ? `${start} <= ${end}` : `${start} >= ${end}`
    return `(
  with recursive headrace_numbers (${column}) as (
    select cast(${start} as signed) from (select 1) as headrace_one where ${isAny}
    union all
    select ${next} from headrace_numbers where ${isInside}
  )
  select ${column} from headrace_numbers
) as headrace_series`
  },
  differs: (one, other) => `not (${one} <=> ${other})`,
  orderTerm({ value, direction, nulls }) {
    return `${value} is null ${nulls === 'last' ? 'asc' : 'desc'}, ${value} ${direction}`
  },
  splitPart(text, delimiter, position) {
    const pieces = `(char_length(${text}) - char_length(replace(${text}, ${delimiter}, ''))) div char_length(${delimiter}) + 1`
    // By the length of what is before it: from its end, a delimiter that overlaps itself would be found
    // elsewhere.
    const upTo = (count: number) => `substring_index(${text}, ${delimiter}, ${count})`
    const start = `char_length(${upTo(position - 1)}) + char_length(${delimiter}) + 1`
    const piece = position === 1 ? upTo(1) : `substring(${upTo(position)}, ${start})`
    return `case when ${pieces} >= ${position} then ${piece} when ${text} is not null then '' end`
  },
  like(text, pattern, ignoresCase) {
    const [value, wanted] = ignoresCase ? [`lower(${text})`, `lower(${pattern})`] : [text, pattern]
    // A letter always escapes here: with each of it doubled, none does.
    return `${value} like replace(${wanted}, '!', '!!') escape '!'`
  },
  joinedTexts: (text, order) => `group_concat(${text} ${order} separator ',')`,
  commaList: (texts) => `concat_ws(',', ${texts.join(', ')})`,
  median(value) {
    const texts = `group_concat(${value} order by ${value} separator ',')`
    const at = (rounding: string) =>
      `cast(substring_index(substring_index(${texts}, ',', ${rounding}((count(${value}) + 1) / 2)), ',', -1) as double)`
    return `case when count(${value}) > 0 then (${at('floor')} + ${at('ceil')}) / 2 end`
  },
  windowEnd: standardParts.windowEnd,
  sum: (value) => `sum(${value})`,
  ofSample: (value) => value,
  functionNames: { length: 'char_length' },
  extremeTruth: (value, extreme) => `${extreme}(${value})`,
  subtotals: (kind, groups) =>
    kind === 'rollup' || groups.length === 1 ? `group by ${groups.join(', ')} with rollup` : undefined,
  tablesQuery: (schema, _database, condition) => `select table_name from information_schema.tables
    where table_schema = ${schema === undefined ? 'database()' : quoteText(schema)}
      and ${condition}
    order by table_name`,
  matches: (text, pattern) => `${text} regexp ${quoteText(`^(${pattern})$`)}`,
  // Its texts of moments have no time zone, whatever the type.
  isInstant: () => false,
  isUtc: () => true,
  daysAgo: (days) => `current_timestamp(6) - interval ${days} day`,
  emptyCopy: (table, original, columns) => [
    copyOf(table, original, columns),
    ...columns
      .filter(({ isRequired }) => isRequired)
      .map(({ name, type }) => `alter table ${table} modify column ${name} ${type} not null`),
  ],
  beforeInsertOnce: () => [],
  insertOnce: (_, insert) => insert,
  swapped: (target, source, old) => ({
    sql: `rename table ${target} to ${old}, ${source} to ${target}`,
    left: old,
  }),
  emptied: (table) => `delete from ${table}`,
  // An insert that is rolled back, unlike TRUNCATE, which ends the transaction.
  refill: (table, columns, query) => [
    'begin',
    `create temporary table headrace_rows as\n${query}`,
    `delete from ${table}`,
    `insert into ${table} (${columns})\nselect * from headrace_rows`,
    'commit',
  ],
  tableOptions: '',
  // It drops what is in it without the word, and does not know it.
  schemas: { word: 'schema', cascade: '' },
  mayBeNull: (value) => value,
  barrier: '',
  noOrder: '',
  leadLag: leadLagSql,
  truthsAreNumbers: true,
  skipsNulls: false,
  cumeDist: standardParts.cumeDist,
  refusals: refusals.MYSQL,
  hasFullJoin: false,
  definitionsCommit: true,
  nestsWith: false,
  writesFiles: false,
  hasKeys: true,
  tablesKeepCase: true,
  keyText: 'varchar(500)',
  now: 'current_timestamp(6)',
}
