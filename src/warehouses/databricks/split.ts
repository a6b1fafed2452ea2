import { behind, behindQuoted } from '../sql-ends.ts'
import { quoteName } from './quote.ts'

/** How a piece of SQL begins: of a text and of a name only the quote. */
const token = /[rR]?['"]|`|--[^\n]*|\/\*|[\w$\u0080-\uffff]+|\S/g

export interface SparkToken {
  readonly text: string
  readonly index: number
}

/**
 * The texts, names, words and signs of a script, without its comments. An unclosed one reaches to the end.
 */
export function* sparkTokens(sql: string): Generator<SparkToken> {
  const tokens = new RegExp(token)
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const { 0: begun, index } = found
    if (begun.startsWith('--')) continue
    if (begun === '/*') {
      tokens.lastIndex = behind(sql, '*/', tokens.lastIndex)
      continue
    }
    const quote = begun.at(-1) ?? ''
    if (begun === '`') tokens.lastIndex = behindName(sql, tokens.lastIndex)
    else if (/^[rR]['"]$/.test(begun)) tokens.lastIndex = behind(sql, quote, tokens.lastIndex)
    else if (quote === "'" || quote === '"') tokens.lastIndex = behindQuoted(sql, quote, tokens.lastIndex)
    yield { text: sql.slice(index, tokens.lastIndex), index }
  }
}

/** A quote in a name is doubled. */
function behindName(sql: string, from: number): number {
  let end = behind(sql, '`', from)
  while (sql[end] === '`') end = behind(sql, '`', end + 1)
  return end
}

export interface Statement {
  readonly sql: string
  /** Its first words, in small letters. */
  readonly words: readonly string[]
}

const reads: ReadonlySet<string> = new Set([
  ...['select', 'with', 'from', 'values', 'table', 'show', 'describe', 'desc', 'explain'],
])
/** What begins a statement that writes; the same words may be names elsewhere. */
const writes = /^(?:insert (?:into|overwrite)|merge (?:into|with)|delete from|update (?!from\b|as\b)[\w`].*)/

/** Whether a statement changes nothing: a WITH or a FROM may stand in front of an INSERT. */
export function onlyReads({ sql, words }: Statement): boolean {
  const [first = ''] = words.filter((word) => word !== '(')
  const mayWrite = first === 'with' || first === 'from'
  return (
    reads.has(first) && !(mayWrite && hasWrite([...sparkTokens(sql)].map(({ text }) => text.toLowerCase())))
  )
}

function hasWrite(texts: readonly string[]): boolean {
  let depth = 0
  return texts.some((text, at) => {
    if (text === '(') depth++
    else if (text === ')') depth--
    return depth === 0 && texts[at - 1] !== '.' && writes.test(`${text} ${texts[at + 1] ?? ''}`)
  })
}

/** Words that END closes, in a statement of SQL scripting. */
const opening: ReadonlySet<string> = new Set(['begin', 'case', 'if', 'loop', 'while', 'repeat', 'for'])
const KEPT_WORDS = 6

/**
 * The statements of a script without what ends them. A block of BEGIN … END is one statement; BEGIN alone, or
 * with TRANSACTION, begins a transaction.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  const tokens = [...sparkTokens(sql)]
  let from: number | undefined
  let words: string[] = []
  let depth = 0
  for (const [place, { text, index }] of tokens.entries()) {
    if (text === ';' && depth === 0) {
      if (from !== undefined) statements.push({ sql: sql.slice(from, index).trim(), words })
      from = undefined
      words = []
      continue
    }
    from ??= index
    if (words.length < KEPT_WORDS) words.push(text.toLowerCase())
    if (isBlock(words, tokens[place + 1]?.text) || /^create( or replace)? procedure\b/.test(words.join(' ')))
      depth += depthChange(tokens, place)
  }
  if (from !== undefined) statements.push({ sql: sql.slice(from).trim(), words })
  return statements
}

/**
 * Whether the statement that begins with these words is a block; the next word decides about a lone BEGIN.
 */
function isBlock([first, second]: readonly string[], next: string | undefined): boolean {
  if (first !== 'begin') return false
  const following = second ?? next?.toLowerCase()
  return following !== undefined && following !== ';' && following !== 'transaction'
}

function depthChange(tokens: readonly SparkToken[], place: number): number {
  const word = tokens[place]?.text.toLowerCase() ?? ''
  const before = tokens[place - 1]?.text.toLowerCase()
  if (word === 'end') return -1
  // `end if` closes with its END; `if (…)`, `if exists` and the like are no statements.
  if (before === 'end' || !opening.has(word)) return 0
  if (word === 'begin' || word === 'case') return 1
  return before === ';' || ['begin', 'atomic', 'then', 'else', 'do', 'loop', ':'].includes(before ?? '')
    ? 1
    : 0
}

/**
 * An expression of a component: a name in double quotes is a name here too, as on every other database. A
 * text stands in single quotes.
 */
export function expressionSql(sql: string): string {
  let result = ''
  let from = 0
  for (const { text, index } of sparkTokens(sql)) {
    if (!/^".*"$/s.test(text)) continue
    result += `${sql.slice(from, index)}${quoteName(text.slice(1, -1))}`
    from = index + text.length
  }
  return result + sql.slice(from)
}
