import type { CastDialect } from '../cast.ts'

/**
 * A text that is to become a day or a moment, spoilt for the cast where it is a word that is another day tomorrow. `collation` is what
 * orders letters behind digits: the words are looked for in few texts.
 */
export const withoutRelativeDays = (text: string, collation = ''): string =>
  `case when ltrim(${text}) > 'A'${collation} and lower(${text}) ~ 'now|today|tomorrow|yesterday' then ${text} || ' (no day)' else ${text} end`

const dayOfText = (text: string, to: string): string =>
  `cast(${withoutRelativeDays(text, ' collate "C"')} as ${to})`

export const postgresCasts: CastDialect = {
  // PostgreSQL has no function that fails; a cast that cannot succeed repeats the text. The date keeps it from being computed
  // while the statement is planned, when there may be no row at all.
  fail: (message) => `cast(cast(${message} || left(cast(current_date as text), 0) as integer) as text)`,
  text: (value) => `cast(${value} as varchar)`,
  // Floats read hexadecimal digits, and from version 16 on other numbers do, too.
  isOddNumber: (text) => `strpos(${text}, '_') > 0 or ${text} < '1' collate "C" and ${text} ~ '0[xXoObB]'`,
  dayOfText,
  momentOfText: dayOfText,
  integerOfText: (value, to) => `cast(cast(${value} as numeric) as ${to})`,
}
