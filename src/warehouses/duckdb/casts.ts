import type { CastDialect } from '../cast.ts'
import { kindOf } from '../type-kinds.ts'
import { UNSIZED_NUMBER } from './types.ts'

export const duckdbCasts: CastDialect = {
  fail: (message) => `error(${message})`,
  text(value, from) {
    const text = `cast(${value} as varchar)`
    if (kindOf(from) === 'float') return `regexp_replace(${text}, '\\.0$', '')`
    return from === UNSIZED_NUMBER ? `regexp_replace(${text}, '\\.?0+$', '')` : text
  },
  integerOfText: (value, to) => `cast(${value} as ${to})`,
}
