/** The position just behind the first `end` from `from` on, or the end of `sql` without one. */
export function behind(sql: string, end: string, from: number): number {
  const found = sql.indexOf(end, from)
  return found < 0 ? sql.length : found + end.length
}

/**
 * The same for a quote that a backslash may escape. Not by one pattern: texts have megabytes, and a pattern
 * that knows escapes would need as much of the stack.
 */
export function behindQuoted(sql: string, quote: string, from: number): number {
  let end = behind(sql, quote, from)
  for (;;) {
    const start = end - quote.length
    let backslashes = 0
    while (start - 1 - backslashes >= from && sql[start - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0 || end >= sql.length) return end
    end = behind(sql, quote, start + 1)
  }
}

/** The same for a quote that is doubled where it does not end the text; `escapes`: or escaped. */
export function behindDoubled(sql: string, quote: string, from: number, escapes = false): number {
  const find = escapes ? behindQuoted : behind
  let end = find(sql, quote, from)
  while (sql[end] === quote) end = find(sql, quote, end + 1)
  return end
}
