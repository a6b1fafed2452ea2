/** One piece of SQL each. An unclosed text, name or comment reaches to the end. */
const tokenOf = (text: RegExp) =>
  new RegExp(
    [
      // A text with escapes; one that goes on below, in further quotes, goes on with escapes.
      /[eE]'(?:[^'\\]|\\.|'')*(?:'(?:(?:[ \t\f\v]*(?:--[^\r\n]*)?[\r\n])+[ \t\f\v]*'(?:[^'\\]|\\.|'')*(?:'|$))*|$)/,
      text,
      /"(?:[^"]|"")*(?:"|$)/,
      /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/, // opens a dollar-quoted text
      /[\w\u0080-\uffff][\w$\u0080-\uffff]*/,
      /--[^\r\n]*/,
      /\/\*/,
      /\S/,
    ]
      .map(({ source }) => source)
      .join('|'),
    'gs',
  )

const token = tokenOf(/'(?:[^']|'')*(?:'|$)/)
const tokenWithEscapes = tokenOf(/'(?:[^'\\]|\\.|'')*(?:'|$)/)

export interface SqlToken {
  readonly text: string
  readonly index: number
}

/**
 * The texts, names, words and signs of a script, without its comments; a text in dollar quotes is one token. The
 * lexical rules are those of PostgreSQL, which DuckDB shares. `escapesTexts`: a backslash in a text takes the meaning from the
 * sign behind it, as on Redshift.
 */
export function* sqlTokens(sql: string, escapesTexts = false): Generator<SqlToken> {
  const tokens = new RegExp(escapesTexts ? tokenWithEscapes : token)
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const [text] = found
    const { index } = found
    if (text === '/*') tokens.lastIndex = endOfComment(sql, tokens.lastIndex)
    else if (!text.startsWith('--')) {
      if (/^\$.*\$$/s.test(text)) tokens.lastIndex = endOfText(sql, text, tokens.lastIndex)
      yield { text: sql.slice(index, tokens.lastIndex), index }
    }
  }
}

function endOfText(sql: string, tag: string, from: number): number {
  const found = sql.indexOf(tag, from)
  return found === -1 ? sql.length : found + tag.length
}

/** Comments of PostgreSQL nest. */
function endOfComment(sql: string, from: number): number {
  const marks = /\/\*|\*\//g
  marks.lastIndex = from
  let depth = 1
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return sql.length
}
