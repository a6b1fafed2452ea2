import type { CastDialect } from '../cast.ts'

export const postgresCasts: CastDialect = {
  // PostgreSQL has no function that fails; a cast that cannot succeed repeats the text.
  fail: (message) => `cast(cast(${message} as integer) as text)`,
  text: (value) => `cast(${value} as varchar)`,
  integerOfText: (value, to) => `cast(cast(${value} as numeric) as ${to})`,
}
