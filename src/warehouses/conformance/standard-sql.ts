/** A token of SQL and where it stands. */
interface Token {
  readonly text: string
  readonly index: number
}

/**
 * Standard SQL of tests with each token as `word` says it; what stands between them stays. A quote inside is
 * doubled in standard SQL, which most dialects read as two texts: both are one token here.
 */
export function rewriteTokens(
  sql: string,
  tokens: Iterable<Token>,
  word: (text: string, next: string | undefined) => string,
): string {
  let result = ''
  let end = 0
  let pending: string | undefined
  const finish = () => {
    if (pending !== undefined) result += word(pending, sql[end])
    pending = undefined
  }
  for (const { text, index } of tokens) {
    const quote = text[0] ?? ''
    const isSecondHalf = /['"]/.test(quote) && pending?.startsWith(quote) === true && index === end
    if (isSecondHalf) pending += text
    else {
      finish()
      result += sql.slice(end, index)
      pending = text
    }
    end = index + text.length
  }
  finish()
  return result + sql.slice(end)
}
