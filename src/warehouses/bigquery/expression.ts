import { quoteName } from './quote.ts'
import { googleSqlTokens } from './split.ts'

/**
 * An expression of a component: a name in double quotes is a name here too, as on every other database. A
 * text stands in single quotes.
 */
export function expressionSql(sql: string): string {
  let result = ''
  let from = 0
  for (const { text, index } of googleSqlTokens(sql)) {
    if (!/^"(?!"").*"$/s.test(text)) continue
    result += `${sql.slice(from, index)}${quoteName(text.slice(1, -1))}`
    from = index + text.length
  }
  return result + sql.slice(from)
}
