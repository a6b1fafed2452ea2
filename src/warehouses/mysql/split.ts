/** One piece of SQL each. An unclosed one reaches to the end. */
const tokenOf = (...texts: RegExp[]) =>
  new RegExp(
    [
      ...texts,
      /`(?:[^`]|``)*(?:`|$)/,
      /(?:#|--(?=\s|$))[^\n]*/,
      /\/\*(?!!|M!)[\s\S]*?(?:\*\/|$)/,
      /[\w$\u0080-\uffff]+/,
      /\S/,
    ]
      .map(({ source }) => source)
      .join('|'),
    'gs',
  )

/** As our sessions read it: a backslash is a letter. */
const token = tokenOf(/'(?:[^']|'')*(?:'|$)/, /"(?:[^"]|"")*(?:"|$)/)
const tokenWithEscapes = tokenOf(/'(?:[^'\\]|\\.|'')*(?:'|$)/, /"(?:[^"\\]|\\.|"")*(?:"|$)/)

/** As the command line client of MySQL knows it, for scripts that define procedures. */
const delimiterLine = /^[ \t]*delimiter[ \t]+(\S+)[ \t]*(?:\r?\n|$)/i

/**
 * The statements of a script without what ends them; pieces of blanks and comments only are left out. `delimiter //` on a
 * line of its own changes what ends the statements below it. `escapesTexts`: a backslash in a text takes the meaning
 * from the letter behind it, as servers read it unless they are told otherwise.
 */
export function splitStatements(sql: string, escapesTexts = false): string[] {
  const statements: string[] = []
  const tokens = new RegExp(escapesTexts ? tokenWithEscapes : token)
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
    if (/^(#|--\s|--$|\/\*(?!!|M!))/.test(text)) continue
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
