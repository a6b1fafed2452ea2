import type { CastDialect } from '../cast.ts'

export const postgresCasts: CastDialect = {
  // PostgreSQL has no function that fails; a cast that cannot succeed repeats the text. The date keeps it from being computed
  // while the statement is planned, when there may be no row at all.
  fail: (message) => `cast(cast(${message} || left(cast(current_date as text), 0) as integer) as text)`,
  text: (value) => `cast(${value} as varchar)`,
  // Floats read hexadecimal digits, and from version 16 on other numbers do, too.
  isOddNumber: (text) => `strpos(${text}, '_') > 0 or ${text} < '1' collate "C" and ${text} ~ '0[xXoObB]'`,
  integerOfText: (value, to) => `cast(cast(${value} as numeric) as ${to})`,
}
