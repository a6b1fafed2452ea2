/** A part of an SQL script that is one component: a query, or statements that belong together. */
export interface SqlPart {
  /** What the comment line in front of it says; undefined without one. */
  readonly name: string | undefined
  readonly sql: string
  /** Undefined: it is no query. */
  readonly query: QueryShape | undefined
}

/** What the text of a query says about its result. */
export interface QueryShape {
  /** The names of its columns; none when they cannot be told, as with `*`. */
  readonly columns: readonly string[]
  /** Whether it gives one row at most: it ends with `limit 1`, or its columns are aggregates of all rows. */
  readonly isOneRow: boolean
}

const MAX_NAME_CHARACTERS = 60
const beginnings =
  /^(select\b|with\s+(recursive\s+)?["\w]+\s*(\([^)]*\)\s*)?as\b|(create|alter|drop)\s+(or\s+replace\s+)?(temp|temporary|transient|table|view|schema|index|sequence|materialized)\b|insert\s+(into|overwrite)\b|update\s+\S+\s+set\b|delete\s+from\b|merge\s+into\b|truncate\b|copy\s+\S+\s+from\b)/i

/**
 * The components that an SQL script asks for, in its order; none when the text is no SQL. Each query is one
 * of its own, and so are statements below a comment line of 60 characters at most, which names them; other
 * statements stay together.
 */
export function partsOfSql(text: string): readonly SqlPart[] {
  const parts: SqlPart[] = []
  for (const { name, sql } of statementsOf(text)) {
    if (!beginnings.test(withoutComments(sql))) return []
    const query = shapeOf(sql)
    const before = parts.at(-1)
    if (query === undefined && name === undefined && before?.query === undefined && before !== undefined)
      parts[parts.length - 1] = { ...before, sql: `${before.sql};\n\n${sql}` }
    else parts.push({ name, sql, query })
  }
  return parts.map((part) => (part.query === undefined ? { ...part, sql: `${part.sql};\n` } : part))
}

interface Statement {
  readonly name: string | undefined
  readonly sql: string
}

/** Texts between semicolons, without the comment line that names them. */
function statementsOf(text: string): readonly Statement[] {
  const found: Statement[] = []
  let from = 0
  for (const { at, end, text: token } of [
    ...tokensOf(text),
    { at: text.length, end: text.length, text: ';' },
  ]) {
    if (token !== ';') continue
    const statement = text.slice(from, at).trim()
    from = end + /^[ \t]*(--[^\n]*)?/.exec(text.slice(end))![0].length // a comment behind it is about it
    if (withoutComments(statement) === '') continue
    const heading = /^--[ \t]*(\S[^\n]*?)[ \t]*\n/.exec(statement)
    const isName = heading !== null && heading[1]!.length <= MAX_NAME_CHARACTERS
    found.push({
      name: isName ? heading[1] : undefined,
      sql: isName ? statement.slice(heading[0].length).trim() : statement,
    })
  }
  return found
}

interface Token {
  readonly at: number
  readonly end: number
  readonly text: string
}

const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$[\s\S]*?\$\$|\$T?\{[^}]*\}|[\p{L}\p{N}_$]+|\S/gu

/** Words, quoted texts and signs, without comments. */
function tokensOf(sql: string): readonly Token[] {
  return [...sql.matchAll(token)]
    .filter(([text]) => !/^(--|\/\*)/.test(text))
    .map(({ index, 0: text }) => ({ at: index, end: index + text.length, text }))
}

const withoutComments = (sql: string): string => {
  const first = tokensOf(sql)[0]
  return first === undefined ? '' : sql.slice(first.at)
}

/** What a query gives; undefined when the statement is none. */
function shapeOf(sql: string): QueryShape | undefined {
  const outer = outerTokens(sql)
  const words = outer.map(({ text }) => text.toLowerCase())
  const select = words.indexOf('select')
  if (
    select < 0 ||
    words.some((word, at) => at < select && /^(insert|update|delete|merge|create)$/.test(word))
  )
    return undefined
  const from = words.indexOf('from', select)
  const items = itemsOf(sql, outer.slice(select + 1, from < 0 ? undefined : from))
  const columns = items.map(({ name }) => name)
  const isGrouped = words.includes('group') || words.includes('union')
  const isLimited = words.some((word, at) => word === 'limit' && words[at + 1] === '1')
  const isAggregate = !isGrouped && items.length > 0 && items.every((item) => item.isAggregate)
  return {
    columns: columns.every((name) => name !== undefined) ? (columns as string[]) : [],
    isOneRow: isLimited || isAggregate,
  }
}

/** The tokens outside of brackets; each bracket as a whole is one. */
function outerTokens(sql: string): readonly Token[] {
  const outer: Token[] = []
  let depth = 0
  let from = 0
  for (const one of tokensOf(sql)) {
    if (one.text === '(' && depth++ === 0) from = one.at
    else if (one.text === ')' && --depth === 0) outer.push({ at: from, end: one.end, text: '()' })
    else if (depth === 0) outer.push(one)
  }
  return outer
}

interface Item {
  /** Undefined when it cannot be told. */
  readonly name: string | undefined
  readonly isAggregate: boolean
}

const aggregates =
  /^(count|sum|avg|min|max|median|stddev|variance|any_value|bool_and|bool_or|string_agg|listagg)$/i

function itemsOf(sql: string, tokens: readonly Token[]): readonly Item[] {
  const items: Token[][] = [[]]
  for (const one of tokens) {
    if (one.text === ',') items.push([])
    else if (!/^(distinct|all)$/i.test(one.text) || items.at(-1)!.length > 0) items.at(-1)!.push(one)
  }
  return items.map((item) => {
    const last = item.at(-1)?.text ?? ''
    const isName = /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(last) || /^".*"$/.test(last)
    const whole = item.length === 0 ? '' : sql.slice(item[0]!.at, item.at(-1)!.end)
    return {
      name: isName && !/^end$/i.test(last) ? last.replaceAll('"', '') : undefined,
      isAggregate: isAggregate(tokensOf(whole)),
    }
  })
}

/**
 * A window has a row for each of the table's, and a query in brackets says nothing of how many the outer one
 * has.
 */
const isAggregate = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }, at) => aggregates.test(text) && tokens[at + 1]?.text === '(') &&
  !tokens.some(({ text }) => /^(over|select)$/i.test(text))
