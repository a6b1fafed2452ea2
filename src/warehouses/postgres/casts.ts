import { type CastDialect, OWN_MESSAGE } from '../cast.ts'
import { quoteText } from './quote-text.ts'

/**
 * A text that is to become a day or a moment, spoilt for the cast where it is a word that is another day
 * tomorrow. `collation` is what orders letters behind digits: the words are looked for in few texts.
 */
export const withoutRelativeDays = (text: string, collation = ''): string =>
  `case when ltrim(${text}) > 'A'${collation} and lower(${text}) ~ 'now|today|tomorrow|yesterday' then ${text} || ' (no day)' else ${text} end`

const dayOfText = (text: string, to: string): string =>
  `cast(${withoutRelativeDays(text, ' collate "C"')} as ${to})`

/**
 * A text of a number that is too small for a float is 0, as other databases read it; looked for only where it
 * has such an exponent.
 */
function withoutTinyNumbers(text: string, to: string): string {
  const smallest = /^(real|float4)/i.test(to) ? '7.0064923216240854e-46' : '2.4703282292062328e-324'
  const isSmall = `(strpos(${text}, 'e-') > 0 or strpos(${text}, 'E-') > 0) and ${text} ~ '^ *[+-]?[0-9]+[.]?[0-9]*[eE]-[0-9]{2,4} *$'`
  const orZero = `case when abs(cast(${text} as numeric)) < ${smallest} then '0' else ${text} end`
  return `case when ${isSmall} then ${orZero} else ${text} end`
}

const OWN_TEXT = quoteText(OWN_MESSAGE)

export const postgresCasts: CastDialect = {
  // PostgreSQL has no function that fails; a cast that cannot succeed repeats the text. The date keeps it
  // from being computed while the statement is planned, when there may be no row at all.
  fail: (message) =>
    `cast(cast(${OWN_TEXT} || ${message} || left(cast(current_date as text), 0) as integer) as text)`,
  text: (value) => `cast(${value} as varchar)`,
  // Floats read hexadecimal digits, and from version 16 on other numbers do, too.
  isOddNumber: (text) => `strpos(${text}, '_') > 0 or ${text} < '1' collate "C" and ${text} ~ '0[xXoObB]'`,
  floatOfText: (text, to) => `cast(${withoutTinyNumbers(text, to)} as ${to})`,
  dayOfText,
  momentOfText: dayOfText,
  listOfText: (value, to) =>
    `case when ${value} like '[%]' then cast(array(select jsonb_array_elements_text(cast(${value} as jsonb))) as ${to}) else cast(${value} as ${to}) end`,
  integerOfText: (value, to) => `cast(cast(${value} as numeric) as ${to})`,
}
