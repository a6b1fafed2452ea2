/** The position just behind the first `end` from `from` on, or the end of `sql` without one. */
export function behind(sql: string, end: string, from: number): number {
  const found = sql.indexOf(end, from)
  return found < 0 ? sql.length : found + end.length
}

/**
 * The same for a quote that a backslash may escape. Not by one pattern: texts have megabytes, and a pattern that knows escapes
 * would need as much of the stack.
 */
export function behindQuoted(sql: string, quote: string, from: number): number {
  for (let end = behind(sql, quote, from); ; end = behind(sql, quote, end)) {
    let backslashes = 0
    while (end - 2 - backslashes >= from && sql[end - 2 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0 || end >= sql.length) return end
  }
}
