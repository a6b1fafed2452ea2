import type { CastDialect } from '../cast.ts'
import { quoteText } from '../sql-text.ts'
import { kindOf } from '../type-kinds.ts'
import { UNSIZED_NUMBER } from './types.ts'

export const duckdbCasts: CastDialect = {
  fail: (message) => `error(${message})`,
  text(value, from) {
    const text = `cast(${value} as varchar)`
    if (kindOf(from) === 'float') return `regexp_replace(${text}, '\\.0$', '')`
    return from === UNSIZED_NUMBER ? `regexp_replace(${text}, '\\.?0+$', '')` : text
  },
  // It leaves out what it does not know behind a day.
  dayOfText: (value, to) => `cast(replace(${value}, ' BC', ' (BC)') as ${to})`,
  integerOfText: (value, to) => `cast(${value} as ${to})`,
  hex: {
    quoteText,
    matches: (text, pattern) => `regexp_full_match(${text}, ${quoteText(pattern)})`,
    digits: (bytes) => `lower(hex(${bytes}))`,
    bytes: (digits) => `unhex(${digits})`,
  },
}
