import { behind, behindQuoted } from '../sql-ends.ts'

/** How a piece of SQL begins: of a text and of a name only the quote. */
const token = /['"`]|\$\w*\$|--[^\n]*|#[! ][^\n]*|\/\*|[\w\u0080-\uffff]+|\S/g

export interface ClickHouseToken {
  readonly text: string
  readonly index: number
}

/**
 * The texts, names, words and signs of a script, without its comments. An unclosed one reaches to the end.
 */
export function* clickHouseTokens(sql: string): Generator<ClickHouseToken> {
  const tokens = new RegExp(token)
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const { 0: begun, index } = found
    if (/^(--|#[! ])/.test(begun)) continue
    if (begun === '/*') {
      tokens.lastIndex = behind(sql, '*/', tokens.lastIndex)
      continue
    }
    if (/^['"`]$/.test(begun)) tokens.lastIndex = behindQuoted(sql, begun, tokens.lastIndex)
    else if (/^\$\w*\$$/.test(begun)) tokens.lastIndex = behind(sql, begun, tokens.lastIndex)
    yield { text: sql.slice(index, tokens.lastIndex), index }
  }
}

export interface Statement {
  readonly sql: string
  /** Its first words, in small letters. */
  readonly words: readonly string[]
}

const KEPT_WORDS = 4

/** The statements of a script without what ends them. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let from: number | undefined
  let to = 0
  let words: string[] = []
  // What follows the last word is left out: behind VALUES a comment would be read as a row.
  const end = () => {
    if (from !== undefined) statements.push({ sql: sql.slice(from, to), words })
    from = undefined
    words = []
  }
  for (const { text, index } of clickHouseTokens(sql)) {
    if (text === ';') {
      end()
      continue
    }
    from ??= index
    to = index + text.length
    if (words.length < KEPT_WORDS) words.push(text.toLowerCase())
  }
  end()
  return statements
}
