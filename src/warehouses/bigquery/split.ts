import { behind, behindQuoted } from '../sql-ends.ts'

/** How a piece of GoogleSQL begins: of a text and of a name only the quote. */
const token = /[rRbB]{0,2}(?:'''|"""|['"])|`|(?:#|--)[^\n]*|\/\*|@@?[\w.]+|[\w$\u0080-\uffff]+|\S/g

export interface GoogleSqlToken {
  readonly text: string
  readonly index: number
}

/**
 * The texts, names, words and signs of a script, without its comments. An unclosed one reaches to the end.
 */
export function* googleSqlTokens(sql: string): Generator<GoogleSqlToken> {
  const tokens = new RegExp(token)
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const { 0: begun, index } = found
    if (/^(#|--)/.test(begun)) continue
    if (begun === '/*') {
      tokens.lastIndex = behind(sql, '*/', tokens.lastIndex)
      continue
    }
    const quote = /(?:'+|"+|`)$/.exec(begun)?.[0]
    if (quote !== undefined) tokens.lastIndex = endOfText(sql, quote, tokens.lastIndex)
    yield { text: sql.slice(index, tokens.lastIndex), index }
  }
}

/** A text that does not stand in three quotes ends with its line. */
function endOfText(sql: string, quote: string, from: number): number {
  const end = behindQuoted(sql, quote, from)
  return quote.length > 1 || quote === '`' ? end : from + behindQuoted(sql.slice(from, end), '\n', 0)
}

/**
 * Words with which a statement of the procedural language begins: what follows is one with it up to its END.
 */
const procedural: ReadonlySet<string> = new Set([
  ...['declare', 'if', 'loop', 'while', 'repeat', 'for', 'case', 'execute', 'return', 'raise'],
])

/**
 * The statements of a script without what ends them. A script with statements of the procedural language
 * (DECLARE, IF, a block of BEGIN … END, CREATE PROCEDURE) is one, for BigQuery runs it as a whole.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let first: GoogleSqlToken | undefined
  let words: string[] = []
  const cut = (to: number) => {
    if (first !== undefined) statements.push(sql.slice(first.index, to).trim())
    first = undefined
    words = []
  }
  for (const one of googleSqlTokens(sql)) {
    if (one.text === ';') {
      cut(one.index)
      continue
    }
    first ??= one
    if (words.length < 5) words.push(one.text.toLowerCase())
    if (isProcedural(words)) return [sql.trim()]
  }
  cut(sql.length)
  return statements
}

function isProcedural([word = '', next, ...more]: readonly string[]): boolean {
  if (procedural.has(word)) return true
  if (word === 'begin') return next !== undefined && next !== 'transaction'
  return word === 'create' && [next, ...more].includes('procedure')
}

/** Texts that are longer than this travel beside the statement, which has 1 MB at most. */
const LONG_CHARACTERS = 32 * 1024

/** A statement and the texts of it that became its parameters. */
export interface Lifted {
  readonly sql: string
  readonly parameters: Readonly<Record<string, string>>
}

/** A text as `quoteText` writes it: others may have escapes that only GoogleSQL knows. */
const quotedText = /^'[^'\\]*(?:\\(?:[\\'nr]|x00)[^'\\]*)*'$/

/** Long texts in single quotes, as `quoteText` writes them, become parameters. */
export function liftTexts(statement: string): Lifted {
  if (statement.length < LONG_CHARACTERS) return { sql: statement, parameters: {} }
  const parameters: Record<string, string> = {}
  let sql = ''
  let from = 0
  for (const { text, index } of googleSqlTokens(statement)) {
    if (text.length < LONG_CHARACTERS || !quotedText.test(text)) continue
    const name = `headrace_text_${Object.keys(parameters).length}`
    parameters[name] = unquoted(text)
    sql += `${statement.slice(from, index)}@${name}`
    from = index + text.length
  }
  return { sql: sql + statement.slice(from), parameters }
}

const signs: Readonly<Record<string, string>> = { n: '\n', r: '\r', x00: '\0' }

const unquoted = (text: string): string =>
  text.slice(1, -1).replaceAll(/\\(x00|.)/gs, (_, sign: string) => signs[sign] ?? sign)
