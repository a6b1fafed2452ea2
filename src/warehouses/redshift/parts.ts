import { splitStatements } from '../postgres/split.ts'
import { refusals } from '../refusals.ts'
import type { SqlParts } from '../sql-parts.ts'
import { createStandardParts, differsByCases } from '../standard-parts.ts'
import { numberedRowsBeside, unionRows } from '../union-rows.ts'
import { redshiftCasts } from './casts.ts'
import { quoteText } from './quote-text.ts'

const ADDED = 'Another attempt has already added the same row'

const DIGITS = `(${Array.from({ length: 10 }, (_, digit) => `select cast(${digit} as bigint) as d`).join(' union all ')})`

export const redshiftParts: SqlParts = {
  ...createStandardParts(quoteText),
  statements: (script) => splitStatements(script, true),
  rows: (table) => `${unionRows(table)} as ${table.alias}`,
  rowsBeside: numberedRowsBeside,
  // generate_series runs on the leader node only, where no table of the user's is.
  series({ start, end, step }, column) {
    const count = Math.max(0, Math.floor((end - start) / step) + 1)
    const places = Math.max(1, String(count).length)
    const digits = Array.from({ length: places }, (_, place) => `d${place}.d * ${10 ** place}`).join(' + ')
    const from = Array.from({ length: places }, (_, place) => `${DIGITS} d${place}`).join(' cross join ')
    return `(
  select cast(${start} as bigint) + headrace_n * cast(${step} as bigint) as ${column}
  from (select ${digits} as headrace_n from ${from}) as headrace_numbers
  where headrace_n < ${count}
) as headrace_series`
  },
  differs: differsByCases,
  like(text, pattern, ignoresCase) {
    // A letter always escapes here: with each of it doubled, none does.
    return `${text} ${ignoresCase ? 'ilike' : 'like'} replace(${pattern}, '!', '!!') escape '!'`
  },
  joinedTexts: (text, order) => `listagg(${text}, ',')${order === '' ? '' : ` within group (${order})`}`,
  commaList: (texts) => `substring(${texts.map((text) => `coalesce(',' || ${text}, '')`).join(' || ')}, 2)`,
  daysAgo: (days) => `getdate() - interval '${days} days'`,
  // A column that is there cannot be made to refuse null.
  emptyCopy: (table, _original, columns) => [
    `create table ${table} (${columns.map(({ name, type, isRequired }) => `${name} ${type}${isRequired ? ' not null' : ''}`).join(', ')})`,
  ],
  // A primary key is not enforced. The lock comes first in its transaction: what others committed until then
  // is seen behind it.
  insertOnce: (table, insert, condition) =>
    [
      `lock table ${table}`,
      `select case when exists (select 1 from ${table} where ${condition}) then ${redshiftCasts.fail(quoteText(ADDED))} end`,
      insert,
    ].join(';\n'),
  // TRUNCATE would commit.
  refill: (table, columns, query) => [
    'begin',
    `create temporary table headrace_rows as\n${query}`,
    `delete from ${table}`,
    `insert into ${table} (${columns})\nselect * from headrace_rows`,
    'drop table headrace_rows',
    'commit',
  ],
  skipsNulls: true,
  refusals: refusals.REDSHIFT,
  keyText: 'varchar(2000)',
  now: 'getdate()',
}
