import { sqlTokens } from '../sql-tokens.ts'

/**
 * The statements of a script without their semicolons; pieces of blanks and comments only are left out. The
 * bodies of functions in dollar quotes stay whole; those of `begin atomic` do not. `escapesTexts`: see
 * `sqlTokens`.
 */
export function splitStatements(sql: string, escapesTexts = false): string[] {
  const statements: string[] = []
  let from = 0
  let empty = true
  const cut = (to: number) => {
    if (!empty) statements.push(sql.slice(from, to).trim())
    from = to + 1
    empty = true
  }
  for (const { text, index } of sqlTokens(sql, escapesTexts)) {
    if (text === ';') cut(index)
    else empty = false
  }
  cut(sql.length)
  return statements
}
