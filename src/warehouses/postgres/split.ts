/** One piece of SQL each: texts, names and comments hide semicolons. An unclosed one reaches to the end. */
const token = new RegExp(
  [
    /[eE]'(?:[^'\\]|\\.|'')*(?:'|$)/, // text with escapes
    /'(?:[^']|'')*(?:'|$)/,
    /"(?:[^"]|"")*(?:"|$)/,
    /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/, // opens a dollar-quoted text
    /[\w\u0080-\uffff][\w$\u0080-\uffff]*/,
    /--[^\n]*/,
    /\/\*/,
    /\S/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
)

/**
 * The statements of a script without their semicolons; pieces of blanks and comments only are left out. The
 * bodies of functions in dollar quotes stay whole; those of `begin atomic` do not.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  const tokens = new RegExp(token)
  let from = 0
  let empty = true
  const cut = (to: number) => {
    if (!empty) statements.push(sql.slice(from, to).trim())
    from = to + 1
    empty = true
  }
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const [text] = found
    if (text === ';') cut(found.index)
    else if (text === '/*') tokens.lastIndex = endOfComment(sql, tokens.lastIndex)
    else if (!text.startsWith('--')) {
      empty = false
      if (/^\$.*\$$/s.test(text)) tokens.lastIndex = endOfText(sql, text, tokens.lastIndex)
    }
  }
  cut(sql.length)
  return statements
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
