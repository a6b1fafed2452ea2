import type { CastDialect } from '../cast.ts'
import { quoteText } from '../sql-text.ts'
import { kindOf } from '../type-kinds.ts'
import { UNSIZED_NUMBER } from './types.ts'

/** Of the largest number of 32 bits. */
const MANY_DIGITS = 38

/** A day or a moment before the year 1, as PostgreSQL writes it, with the era behind the day. */
function withItsEra(value: string): string {
  const moved = `regexp_replace(${value}, '^(\\S+)( .+)? BC$', '\\1 (BC)\\2')`
  return `case when ${value} like '% BC' then ${moved} else ${value} end`
}

export const duckdbCasts: CastDialect = {
  fail: (message) => `error(${message})`,
  text(value, from) {
    const text = `cast(${value} as varchar)`
    if (kindOf(from) === 'float') return `regexp_replace(${text}, '\\.0$', '')`
    return from === UNSIZED_NUMBER ? `regexp_replace(${text}, '\\.?0+$', '')` : text
  },
  isOddNumber: (text) => `contains(${text}, '_') or ${text} < '1' and regexp_matches(${text}, '0[xXoObB]')`,
  // It leaves out what it does not know behind a day, but not behind a moment. Moments do not reach as far as
  // days.
  dayOfText(value, to) {
    const text = withItsEra(value)
    const isDay = `regexp_full_match(${value}, '\\s*[-/\\d]+( BC)?\\s*')`
    const other = `case when ${isDay} then cast(${text} as ${to}) else cast(cast(${text} as timestamp) as ${to}) end`
    // Nearly every day is the day of a moment, which costs half as much as to match it.
    return `coalesce(cast(try_cast(${value} as timestamp) as ${to}), ${other})`
  },
  momentOfText: (value, to) => `cast(${withItsEra(value)} as ${to})`,
  // Only long numbers and those with an exponent are too large, and the words for infinity are neither.
  floatOfText(value, to) {
    const mayBeLarge = `(contains(${value}, 'e') or contains(${value}, 'E') or length(${value}) > ${MANY_DIGITS})`
    // In quotes, so that the cast fails: TRY takes no function that fails by itself.
    return `cast(case when ${mayBeLarge} and isinf(try_cast(${value} as ${to})) then '"' || ${value} || '"' else ${value} end as ${to})`
  },
  integerOfText: (value, to) => `cast(${value} as ${to})`,
  hex: {
    quoteText,
    matches: (text, pattern) => `regexp_full_match(${text}, ${quoteText(pattern)})`,
    digits: (bytes) => `lower(hex(${bytes}))`,
    bytes: (digits) => `unhex(${digits})`,
  },
}
