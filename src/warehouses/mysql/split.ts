import { behind, behindDoubled } from '../sql-ends.ts'

/** How a piece of SQL begins: of a text and of a name only the quote. */
const token = /['"`]|(?:#|--(?=\s|$))[^\n]*|\/\*(?!!|M!)|[\w$\u0080-\uffff]+|\S/g

/** As the command line client of MySQL knows it, for scripts that define procedures. */
const delimiterLine = /^[ \t]*delimiter[ \t]+(\S+)[ \t]*(?:\r?\n|$)/i

/**
 * The statements of a script without what ends them; pieces of blanks and comments only are left out.
 * `delimiter //` on a line of its own changes what ends the statements below it. `escapesTexts`: a backslash
 * in a text takes the meaning from the letter behind it, as servers read it unless they are told otherwise.
 */
export function splitStatements(sql: string, escapesTexts = false): string[] {
  const statements: string[] = []
  const tokens = new RegExp(token)
  let end = ';'
  let from = 0
  let isEmpty = true
  const cut = (to: number, next: number) => {
    if (!isEmpty) statements.push(sql.slice(from, to).trim())
    from = next
    isEmpty = true
    tokens.lastIndex = next
  }
  for (;;) {
    const found = tokens.exec(sql)
    if (found === null) break
    const { 0: text, index } = found
    if (text === '/*') tokens.lastIndex = behind(sql, '*/', tokens.lastIndex)
    if (/^(#|--|\/\*)/.test(text)) continue
    if (/^['"`]$/.test(text))
      tokens.lastIndex = behindDoubled(sql, text, tokens.lastIndex, escapesTexts && text !== '`')
    if (sql.startsWith(end, index)) {
      cut(index, index + end.length)
      continue
    }
    const delimiter = isEmpty && startsLine(sql, index) ? delimiterLine.exec(sql.slice(index)) : null
    if (delimiter !== null) {
      end = delimiter[1] ?? ';'
      cut(index, index + delimiter[0].length)
      continue
    }
    isEmpty = false
  }
  cut(sql.length, sql.length)
  return statements
}

const startsLine = (sql: string, index: number): boolean =>
  /^[ \t]*$/.test(sql.slice(sql.lastIndexOf('\n', index - 1) + 1, index))

const comments = /^(\s|(?:#|--(?=\s|$))[^\n]*(\n|$)|\/\*(?!!|M!)[\s\S]*?\*\/|\()+/

/** The word that a statement begins with, in small letters. */
export const firstWord = (statement: string): string =>
  /^\w+/.exec(statement.replace(comments, ''))?.[0].toLowerCase() ?? ''
