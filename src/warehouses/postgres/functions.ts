import { DatabaseError, type PoolClient } from 'pg'
import { errorText } from '../../lib/error-text.ts'
import { quoteText } from '../sql-text.ts'

/**
 * Functions lie in a schema of their own, last in the search path: nothing of the database is hidden by them.
 */
export const FUNCTIONS_SCHEMA = 'headrace_functions'
const CANCELLED = '57014'
/** Says which functions the schema has; changed with them. */
const VERSION =
  'Headrace functions 1: made by Headrace for SQL of other dialects, and made again when it is dropped'

const parts = [
  ['year', ['y', 'yy', 'yyy', 'yyyy', 'yr', 'years', 'yrs']],
  ['quarter', ['q', 'qtr', 'qtrs', 'quarters']],
  ['month', ['mm', 'mon', 'mons', 'months']],
  ['week', ['w', 'wk', 'weekofyear', 'woy', 'wy', 'weeks']],
  ['day', ['d', 'dd', 'days', 'dayofmonth']],
  ['hour', ['h', 'hh', 'hr', 'hours', 'hrs']],
  ['minute', ['m', 'mi', 'min', 'minutes', 'mins']],
  ['second', ['s', 'sec', 'seconds', 'secs']],
] as const

const partName = `case lower(part) ${parts
  .flatMap(([name, more]) => [name, ...more].map((one) => `when '${one}' then '${name}'`))
  .join(' ')} else part end`

/** A function of one SELECT. */
const sql = (head: string, returns: string, body: string, life = 'immutable') =>
  `create or replace function ${FUNCTIONS_SCHEMA}.${head} returns ${returns} language sql ${life} as ${quoteText(`select ${body}`)}`

const months =
  'extract(year from b) * 12 + extract(month from b) - extract(year from a) * 12 - extract(month from a)'
const seconds = (unit: number) =>
  `floor(extract(epoch from b) / ${unit}) - floor(extract(epoch from a) / ${unit})`
/**
 * How many borders of years, months and so on lie between two instants. An unknown part is refused by
 * date_trunc.
 */
const difference = `cast(case ${FUNCTIONS_SCHEMA}.part_name(part)
  when 'year' then extract(year from b) - extract(year from a)
  when 'quarter' then extract(year from b) * 4 + extract(quarter from b) - extract(year from a) * 4 - extract(quarter from a)
  when 'month' then ${months}
  when 'week' then (date_trunc('week', b)::date - date_trunc('week', a)::date) / 7
  when 'day' then b::date - a::date
  when 'hour' then ${seconds(3600)}
  when 'minute' then ${seconds(60)}
  when 'second' then ${seconds(1)}
  else extract(epoch from date_trunc(part, a)) end as bigint)`

/** An interval refuses a part that it does not know. */
const added = (type: string) =>
  `d::${type} + round(n)::integer * case ${FUNCTIONS_SCHEMA}.part_name(part) when 'quarter' then interval '3 months'
   else ('1 ' || ${FUNCTIONS_SCHEMA}.part_name(part))::interval end`

const statements: readonly string[] = [
  sql('part_name(part text)', 'text', partName),
  sql(
    'iff(condition boolean, a anycompatible, b anycompatible)',
    'anycompatible',
    'case when condition then a else b end',
  ),
  sql('nvl(a anycompatible, b anycompatible)', 'anycompatible', 'coalesce(a, b)'),
  sql(
    'nvl2(x text, a anycompatible, b anycompatible)',
    'anycompatible',
    'case when x is not null then a else b end',
  ),
  sql(
    'nvl2(x anyelement, a anycompatible, b anycompatible)',
    'anycompatible',
    'case when x is not null then a else b end',
  ),
  ...['integer', 'bigint', 'numeric', 'double precision'].flatMap((type) => [
    sql(`zeroifnull(x ${type})`, type, 'coalesce(x, 0)'),
    sql(`nullifzero(x ${type})`, type, 'nullif(x, 0)'),
  ]),
  sql('to_varchar(x text)', 'text', 'x'),
  sql('to_varchar(x anyelement)', 'text', 'x::text', 'stable'),
  ...['date', 'timestamp', 'timestamptz', 'numeric'].map((type) =>
    sql(`to_varchar(x ${type}, format text)`, 'text', 'to_char(x, format)', 'stable'),
  ),
  sql('to_number(x text)', 'numeric', 'round(x::numeric)'),
  sql('to_number(x numeric)', 'numeric', 'round(x)'),
  sql('to_number(x text, digits integer, scale integer)', 'numeric', 'round(x::numeric, scale)'),
  sql('to_number(x numeric, digits integer, scale integer)', 'numeric', 'round(x, scale)'),
  sql('dateadd(part text, n numeric, d timestamp)', 'timestamp', added('timestamp'), 'stable'),
  sql('dateadd(part text, n numeric, d date)', 'timestamp', added('timestamp'), 'stable'),
  sql('dateadd(part text, n numeric, d timestamptz)', 'timestamptz', added('timestamptz'), 'stable'),
  sql('datediff(part text, a timestamp, b timestamp)', 'bigint', difference, 'stable'),
  sql(
    'datediff(part text, a date, b date)',
    'bigint',
    `${FUNCTIONS_SCHEMA}.datediff(part, a::timestamp, b::timestamp)`,
    'stable',
  ),
  sql(
    'datediff(part text, a timestamptz, b timestamptz)',
    'bigint',
    `${FUNCTIONS_SCHEMA}.datediff(part, a::timestamp, b::timestamp)`,
    'stable',
  ),
  sql('sysdate()', 'timestamp', 'localtimestamp', 'stable'),
  sql('getdate()', 'timestamp', 'localtimestamp', 'stable'),
  sql(
    'listagg_step(sum text, x text, mark text)',
    'text',
    'case when x is null then sum when sum is null then x else sum || mark || x end',
  ),
  `create or replace aggregate ${FUNCTIONS_SCHEMA}.listagg(text, text) (sfunc = ${FUNCTIONS_SCHEMA}.listagg_step, stype = text)`,
]

/**
 * Makes the functions in the database of `client` unless they are there, and answers why that cannot be done;
 * undefined when they are there. Of several that make them at once, the others wait for the first.
 */
export async function makeFunctions(client: PoolClient): Promise<string | undefined> {
  const present = await presentIn(client)
  if (present !== undefined) return present.fault
  await client.query('begin')
  try {
    await client.query(`select pg_advisory_xact_lock(hashtext('${FUNCTIONS_SCHEMA}'))`)
    await client.query(`create schema if not exists ${FUNCTIONS_SCHEMA}`)
    for (const statement of statements) await client.query(statement)
    await client.query(`comment on schema ${FUNCTIONS_SCHEMA} is ${quoteText(VERSION)}`)
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback')
    const isRefused = error instanceof DatabaseError && error.code !== CANCELLED
    if (!isRefused) throw error
    return errorText(error)
  }
}

/** The schema as it should be, or somebody else's; undefined when it has to be made. */
async function presentIn(client: PoolClient): Promise<{ readonly fault: string | undefined } | undefined> {
  const { rows } = await client.query<{ comment: string | null; owner: string; isTrusted: boolean }>(
    `select obj_description(n.oid, 'pg_namespace') as comment, r.rolname as owner,
            r.rolname = current_user or r.rolsuper as "isTrusted"
       from pg_namespace n join pg_roles r on r.oid = n.nspowner where n.nspname = $1`,
    [FUNCTIONS_SCHEMA],
  )
  const [schema] = rows
  if (schema === undefined) return undefined
  // Whoever owns the functions decides what they do as us.
  if (!schema.isTrusted) return { fault: `the schema ${FUNCTIONS_SCHEMA} belongs to ${schema.owner}` }
  return schema.comment === VERSION ? { fault: undefined } : undefined
}
