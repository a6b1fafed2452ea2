import { behind, behindDoubled } from '../sql-ends.ts'

/** How a piece of SQL begins, as Snowflake reads it: of a text and of a name only the quote. */
const token = /['"]|\$\$|(?:--|\/\/)[^\n]*|\/\*|[\w$\u0080-\uffff]+|\S/g

/** What `begin` opens a transaction with, and no block, when it stands behind it. */
const ofTransactions = new Set([';', 'transaction', 'work', 'name'])
/** `end if` and its like close what no `begin` opened. */
const closedByName = new Set(['if', 'for', 'while', 'loop', 'repeat'])

/** The first words of a statement whose body may be a block. */
const definesCode = /^create .*\b(procedure|function|task|alert)\b/
/** Enough to hold one of those behind `create or replace` and what else may stand between. */
const KEPT_WORDS = 8

/** Where a statement is in a block of Snowflake Scripting, whose semicolons do not end it. */
interface Block {
  depth: number
  declares: boolean
  definesCode: boolean
}

const outside: Block = { depth: 0, declares: false, definesCode: false }

export interface SnowflakeToken {
  readonly text: string
  readonly index: number
}

/**
 * The texts, names, words and signs of a script, without its comments. An unclosed one reaches to the end.
 */
export function* snowflakeTokens(sql: string): Generator<SnowflakeToken> {
  const tokens = new RegExp(token)
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const { 0: begun, index } = found
    if (/^(--|\/\/)/.test(begun)) continue
    if (begun === '/*') {
      tokens.lastIndex = behind(sql, '*/', tokens.lastIndex)
      continue
    }
    if (begun === "'" || begun === '"')
      tokens.lastIndex = behindDoubled(sql, begun, tokens.lastIndex, begun === "'")
    else if (begun === '$$') tokens.lastIndex = behind(sql, begun, tokens.lastIndex)
    yield { text: sql.slice(index, tokens.lastIndex), index }
  }
}

/**
 * The statements of a script without the semicolons between; pieces of blanks and comments only are left out.
 */
export function splitStatements(sql: string): string[] {
  const tokens = [...snowflakeTokens(sql)]
  const statements: string[] = []
  let from = 0
  let words: string[] = []
  let before: string | undefined
  const block = { ...outside }
  const cut = (to: number) => {
    if (before !== undefined) statements.push(sql.slice(from, to).trim())
    from = to + 1
    words = []
    before = undefined
    Object.assign(block, outside)
  }
  for (const [position, { text, index }] of tokens.entries()) {
    if (text === ';' && block.depth === 0 && !block.declares) {
      cut(index)
      continue
    }
    const word = text.toLowerCase()
    follow(block, before, word, tokens[position + 1]?.text.toLowerCase() ?? ';')
    before = word
    if (words.length < KEPT_WORDS) {
      words.push(word)
      block.definesCode = definesCode.test(words.join(' '))
    }
  }
  cut(sql.length)
  return statements
}

function follow(block: Block, before: string | undefined, word: string, next: string): void {
  const isFirst = before === undefined
  if (word === 'declare' && (isFirst || block.definesCode)) block.declares = true
  else if (word === 'begin' && (block.depth > 0 || block.declares || block.definesCode || isFirst)) {
    if (isFirst && ofTransactions.has(next)) return
    block.depth++
    block.declares = false
  } else if (block.depth > 0 && word === 'case') block.depth += before === 'end' ? 0 : 1
  else if (block.depth > 0 && word === 'end' && !closedByName.has(next)) block.depth--
}

/** The statement without comments in front of it. */
export const withoutComments = (statement: string): string =>
  statement.replace(/^(\s|(?:--|\/\/)[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)+/, '')
