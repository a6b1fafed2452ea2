/** Parts of dates as other dialects abbreviate them. */
const parts = [
  ['year', 'to_years', ['y', 'yy', 'yyy', 'yyyy', 'yr', 'years', 'yrs']],
  ['quarter', 'to_quarters', ['q', 'qtr', 'qtrs', 'quarters']],
  ['month', 'to_months', ['mm', 'mon', 'mons', 'months']],
  ['week', 'to_weeks', ['w', 'wk', 'weekofyear', 'woy', 'wy', 'weeks']],
  ['day', 'to_days', ['d', 'dd', 'days', 'dayofmonth']],
  ['hour', 'to_hours', ['h', 'hh', 'hr', 'hours', 'hrs']],
  ['minute', 'to_minutes', ['m', 'mi', 'min', 'minutes', 'mins']],
  ['second', 'to_seconds', ['s', 'sec', 'seconds', 'secs']],
] as const

const isPart = (name: string, more: readonly string[]) =>
  `lower(part) in (${[name, ...more].map((one) => `'${one}'`).join(', ')})`

/** `error` of a constant would be raised when the statement is planned, whatever the part is. */
const unknownPart = `error('unknown part of a date: ' || part)`

const addedInterval = () => {
  const cases = parts.map(
    ([name, make, more]) => `when ${isPart(name, more)} then ${make}(cast(round(n) as integer))`,
  )
  return `case ${cases.join(' ')} else ${unknownPart} end`
}

/** Weeks begin on Mondays; DuckDB itself counts whole ones. */
const differenceIn = (name: string) =>
  name === 'week'
    ? "date_diff('day', date_trunc('week', cast(a as timestamp)), date_trunc('week', cast(b as timestamp))) // 7"
    : `date_diff('${name}', cast(a as timestamp), cast(b as timestamp))`

const partDifference = () => {
  const cases = parts.map(([name, , more]) => `when ${isPart(name, more)} then ${differenceIn(name)}`)
  return `case ${cases.join(' ')} else ${unknownPart} end`
}

/**
 * A date in a format such as YYYY-MM-DD HH24:MI:SS. Marks are replaced by their values one after another,
 * longer ones and those whose values are digits first. (`strftime` takes no format that a macro makes.)
 */
const formatted = [
  ['YYYY', '%Y'],
  ['YY', '%y'],
  ['MM', '%m'],
  ['DD', '%d'],
  ['HH24', '%H'],
  ['HH12', '%I'],
  ['MI', '%M'],
  ['SS', '%S'],
  ['FF3', '%g'],
  ['MON', '%b'],
  ['DY', '%a'],
].reduce(
  (inner, [mark, code]) =>
    `regexp_replace(${inner}, '${mark}', strftime(cast(x as timestamp), '${code}'), 'gi')`,
  'format',
)

const asText = `(x) as cast(x as varchar), (x, format) as ${formatted}`
/** DuckDB rounds decimals to a constant number of places only. */
const MAX_SCALE = 12
const scales = Array.from({ length: MAX_SCALE + 1 }, (_, scale) => scale)
const decimal = `decimal(38, ${MAX_SCALE})`
const rounded = `case ${scales
  .map((scale) => `when scale = ${scale} then cast(round(cast(x as ${decimal}), ${scale}) as ${decimal})`)
  .join(' ')} else cast(x as ${decimal}) end`

const now = `() as cast(now() as timestamp)`

/**
 * Macros of what other dialects call differently, by name; `docs/pipelines/other-dialects.md` says how they
 * differ.
 */
const macros: Readonly<Record<string, string>> = {
  iff: '(condition, a, b) as case when condition then a else b end',
  nvl: '(a, b) as coalesce(a, b)',
  nvl2: '(x, a, b) as case when x is not null then a else b end',
  zeroifnull: '(x) as coalesce(x, 0)',
  nullifzero: '(x) as case when x <> 0 then x end',
  to_varchar: asText,
  to_char: asText,
  to_number: `(x) as cast(x as decimal(38, 0)), (x, digits, scale) as ${rounded}`,
  dateadd: `(part, n, d) as cast(d as timestamp) + ${addedInterval()}`,
  datediff: `(part, a, b) as ${partDifference()}`,
  current_timestamp: '() as now()',
  sysdate: now,
  getdate: now,
}

/** The statements that make them in a schema. */
export const functionMacros = (schema: string): readonly string[] =>
  Object.entries(macros).map(([name, body]) => `create macro ${schema}.${name}${body}`)
