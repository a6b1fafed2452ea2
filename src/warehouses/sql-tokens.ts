import { behind, behindDoubled } from './sql-ends.ts'

/** How a piece of SQL begins: of a text and of a name only the quote, of a dollar-quoted text the tag. */
const token =
  /[eE]'|['"]|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[\w\u0080-\uffff][\w$\u0080-\uffff]*|--[^\r\n]*|\/\*|\S/g

/** What stands between two pieces of one text. */
const continued = /(?:[ \t\f\v]*(?:--[^\r\n]*)?[\r\n])+[ \t\f\v]*'/y

export interface SqlToken {
  readonly text: string
  readonly index: number
}

/**
 * The texts, names, words and signs of a script, without its comments; a text in dollar quotes is one token.
 * The lexical rules are those of PostgreSQL, which DuckDB shares. `escapesTexts`: a backslash in a text takes
 * the meaning from the sign behind it, as on Redshift.
 */
export function* sqlTokens(sql: string, escapesTexts = false): Generator<SqlToken> {
  const tokens = new RegExp(token)
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const { 0: begun, index } = found
    if (begun === '/*') tokens.lastIndex = endOfComment(sql, tokens.lastIndex)
    else if (!begun.startsWith('--')) {
      tokens.lastIndex = endOf(begun, sql, tokens.lastIndex, escapesTexts)
      yield { text: sql.slice(index, tokens.lastIndex), index }
    }
  }
}

/** An unclosed text or name reaches to the end. */
function endOf(begun: string, sql: string, from: number, escapesTexts: boolean): number {
  if (begun === '"') return behindDoubled(sql, begun, from)
  if (begun === "'") return behindDoubled(sql, begun, from, escapesTexts)
  if (begun.endsWith("'")) return endOfEscaped(sql, from)
  return begun.length > 1 && begun.startsWith('$') ? behind(sql, begun, from) : from
}

/** A text with escapes may continue in quotes on the next lines, where escapes count, too. */
function endOfEscaped(sql: string, from: number): number {
  let end = behindDoubled(sql, "'", from, true)
  for (continued.lastIndex = end; continued.test(sql); continued.lastIndex = end)
    end = behindDoubled(sql, "'", continued.lastIndex, true)
  return end
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
