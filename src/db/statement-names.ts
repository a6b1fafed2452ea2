import { createHash } from 'node:crypto'

const MAX_PREPARED_STATEMENTS = 500
const names = new Map<string, string>()

/**
 * The name under which a statement is prepared once per connection, or undefined for a text beyond the first
 * 500: statements are written in the code, so more than that means that some text is made from data.
 */
export function statementName(sql: string): string | undefined {
  const known = names.get(sql)
  if (known !== undefined || names.size >= MAX_PREPARED_STATEMENTS) return known
  const name = createHash('sha1').update(sql).digest('base64url')
  names.set(sql, name)
  return name
}
