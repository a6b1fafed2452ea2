/** What databases read differently, so that a text may end elsewhere: escapes, comments, other quotes. */
const UNCERTAIN = /[\\`#$]|--|\/\*|'''|"""/
/** Texts and names in quotes, which all databases end alike without what is uncertain. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g
/** Words of queries that change rows, keep them from others, or take a number of a sequence. */
const CHANGES = /\b(insert|update|delete|merge|into|for|next|nextval)\b/i
const CALL = /(\.\s*)?\b(\w+)\s*\(/g

const words = (text: string) => text.trim().split(/\s+/)

/** What may stand before a parenthesis and is no function. */
const SYNTAX = words(`
  select from where and or not in as on exists any all some over filter using by union except intersect join case when
  then else between like distinct having values materialized lateral
  varchar char decimal numeric timestamp`)

/**
 * Functions that every database has with this meaning, or does not have: they compute and do nothing else.
 */
const FUNCTIONS = words(`
  count sum min max avg stddev variance median coalesce nullif greatest least cast try_cast
  abs ceil ceiling floor round sign mod power sqrt lower upper trim ltrim rtrim length substr concat replace
  extract date_trunc now current_date current_timestamp row_number rank dense_rank lag lead first_value last_value`)

const KNOWN: ReadonlySet<string> = new Set([...SYNTAX, ...FUNCTIONS])

/**
 * Whether `sql` is one query that reads and does nothing else, on every database. False where that is not
 * certain: a function may do anything, so queries with any but the most common ones are not.
 */
export function readsOnly(sql: string): boolean {
  if (UNCERTAIN.test(sql)) return false
  const plain = sql.replaceAll(QUOTED, ' quoted ').replace(/;\s*$/, '')
  if (/['"@;]/.test(plain) || !/^[\s(]*(select|with)\b/i.test(plain) || CHANGES.test(plain)) return false
  return [...plain.matchAll(CALL)].every(
    ([, dot, word = '']) => dot === undefined && KNOWN.has(word.toLowerCase()),
  )
}
