import { refusals } from '../refusals.ts'
import type { SqlParts } from '../sql-parts.ts'
import { createStandardParts, differsByCases } from '../standard-parts.ts'
import { numberedRowsBeside, unionRows } from '../union-rows.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { besideName } from './beside.ts'
import { plainCast } from './casts.ts'
import { clickHouseDecided } from './decided.ts'
import { quoteText } from './quote.ts'
import { splitStatements } from './split.ts'
import { MOMENT, nullable, orderByNothing } from './types.ts'

/** Pairs in the order of their keys, for aggregates take no ORDER BY. Terms are those of `orderTerm`. */
function sortedBy(order: string, pairs: (key: string) => string): string {
  const text = order.replace(/^\s*order by\s+/i, '')
  const terms = [...text.matchAll(/(.+?) (asc|desc) nulls (first|last)(?:,\s*|\s*$)/gs)]
  const directions = new Set(terms.map(([, , direction]) => direction))
  if (directions.size !== 1)
    throw new WarehouseError(
      'ClickHouse joins the texts of a group in one direction only: sort all columns ascending, or all descending',
    )
  const isReverse = directions.has('desc')
  const keys = terms.map(([, value, , nulls]) => {
    const comesLast = (nulls === 'last') === isReverse ? 'isNotNull' : 'isNull'
    return `${comesLast}(${value}), ${value}`
  })
  return `array${isReverse ? 'Reverse' : ''}Sort(pair -> pair.1, ${pairs(`(${keys.join(', ')})`)})`
}

const now = "now64(6, 'UTC')"

export const clickHouseParts: SqlParts = {
  ...createStandardParts(quoteText),
  statements: (script) => splitStatements(script).map(({ sql }) => sql),
  cast: plainCast,
  momentText: (text) => `cast(${quoteText(text)} as ${MOMENT})`,
  rows: (table) => `${unionRows(table)} as ${table.alias}`,
  rowsBeside: numberedRowsBeside,
  series({ start, end, step }, column) {
    const count = Math.max(0, Math.floor((end - start) / step) + 1)
    return `(select toInt64(${start} + toInt64(number) * ${step}) as ${column} from numbers(${count})) as headrace_series`
  },
  splitPart(text, delimiter, position) {
    return `if(isNull(${text}), null, splitByString(${delimiter}, assumeNotNull(${text}))[${position}])`
  },
  like(text, pattern, ignoresCase) {
    // A backslash always escapes here: with each of it doubled, none does.
    const wanted = `replaceAll(${pattern}, ${quoteText('\\')}, ${quoteText('\\\\')})`
    return `${text} ${ignoresCase ? 'ilike' : 'like'} ${wanted}`
  },
  joinedTexts(text, order) {
    const pairs = (key: string) => `groupArrayIf((${key}, ${text}), isNotNull(${text}))`
    const sorted = order.trim() === '' ? pairs(text) : sortedBy(order, pairs)
    return `nullIf(arrayStringConcat(arrayMap(pair -> assumeNotNull(pair.2), ${sorted}), ','), '')`
  },
  commaList: (texts) =>
    `arrayStringConcat(arrayMap(one -> assumeNotNull(one), arrayFilter(one -> isNotNull(one), [${texts.join(', ')}])), ',')`,
  median: (value) => `quantileExactInclusive(0.5)(${value})`,
  // By default, ClickHouse skips nulls.
  windowEnd: (end, value) => `${end}_value_respect_nulls(${value})`,
  // A sum of the largest integers would begin again at the least one.
  sum: (value, type) => `sum(${/\bU?Int64\b/.test(type) ? `toDecimal128(${value}, 0)` : value})`,
  ofSample: (value, count) => `if(${count} > 1, ${value}, null)`,
  functionNames: {
    length: 'lengthUTF8',
    lower: 'lowerUTF8',
    upper: 'upperUTF8',
    substr: 'substringUTF8',
    left: 'leftUTF8',
    right: 'rightUTF8',
  },
  extremeTruth: (value, extreme) => `${extreme}(${value})`,
  tablesQuery: (schema, _database, condition) => `select name as table_name from system.tables
    where database = ${schema === undefined ? 'currentDatabase()' : quoteText(schema)}
      and not is_temporary and ${condition}
    order by name`,
  matches: (text, pattern) => `match(${text}, ${quoteText(`^(${pattern})$`)})`,
  isUtc: () => true,
  daysAgo: (days) => `${now} - interval ${days} day`,
  emptyCopy: (table, _original, columns) => [
    `create table ${table} (${columns.map(({ name, type, isRequired }) => `${name} ${isRequired ? type : nullable(type)}`).join(', ')}) ${orderByNothing}`,
  ],
  // Of what was decided, as many are told apart by their tokens alone.
  tableOptions: ` ${orderByNothing} settings non_replicated_deduplication_window = 10000`,
  swapped: (target, source) => ({ sql: `exchange tables ${target} and ${source}`, left: source }),
  cloned: (copy, table) => [`drop table if exists ${copy}`, `create table ${copy} clone as ${table}`],
  emptied: (table) => `delete from ${table} where true`,
  // The rows gather beside the table, which takes their place in one step.
  refill(table, columns, query) {
    const beside = besideName(table)
    return [
      `create table ${beside} as ${table}`,
      `insert into ${beside} (${columns})\n${query}`,
      `exchange tables ${beside} and ${table}`,
      `drop table if exists ${beside}`,
    ]
  },
  differs: differsByCases,
  // LEAD and LAG, CUME_DIST and IS DISTINCT FROM came with later versions.
  leadLag: ({ word, value, count }, window) =>
    `${word}InFrame(${value}, ${count}) over (${window} rows between unbounded preceding and unbounded following)`,
  cumeDist: (partition, order) => `count(*) over (${partition} ${order}) / count(*) over (${partition})`,
  mayBeNull: (value) => `toNullable(${value})`,
  barrier: '',
  refusals: refusals.CLICKHOUSE,
  definitionsCommit: true,
  hasKeys: false,
  schemas: { word: 'database', cascade: '' },
  keyText: 'String',
  beforeInsertOnce: () => [],
  // Of two that come at the same moment one is not added, and fails neither: what has to fail is decided.
  insertOnce: (table, insert, condition) =>
    [
      `select throwIf(count() > 0, 'It is recorded already') from ${table} where ${condition}`,
      `${insert} settings insert_deduplication_token = ${quoteText(condition)}`,
    ].join(';\n'),
  decided: clickHouseDecided,
  now,
}
