import { type ClickHouseToken, clickHouseTokens, type Statement } from './split.ts'

export interface Change {
  readonly kind: 'updated' | 'deleted'
  /** The query that counts the rows, as they are before. */
  readonly count: string
}

/**
 * How a statement changes rows that are there. Undefined for any other, and for one whose rows no query
 * counts that is as simple: on a cluster, in a partition, with other actions beside it.
 */
export function changeOf({ sql }: Statement): Change | undefined {
  const tokens = outerTokens(sql)
  const word = (at: number): string | undefined => tokens[at]?.text.toLowerCase()
  const before = beginnings[word(0) ?? '']
  if (before === undefined || !before.every((one, at) => word(at) === one)) return undefined
  const name = before.length
  const action = behindName(tokens, name)
  if (action === undefined) return undefined
  const kind = kindOf(before[0] ?? '', word(action), word(action + 1))
  const where = tokens.findIndex((_, at) => at >= action && word(at) === 'where')
  if (kind === undefined || where < 0) return undefined
  const isInPartition = tokens.some(
    (_, at) => at < where && word(at) === 'in' && word(at + 1) === 'partition',
  )
  if (isInPartition || hasOtherActions(tokens.slice(where))) return undefined
  const table = sql.slice(tokens[name]?.index, tokens[action]?.index).trim()
  return { kind, count: `select count() from ${table} ${sql.slice(tokens[where]?.index)}` }
}

const beginnings: Readonly<Record<string, readonly string[]>> = {
  delete: ['delete', 'from'],
  update: ['update'],
  alter: ['alter', 'table'],
}

/** What directly follows the name of the table says what is done. */
function kindOf(
  first: string,
  action: string | undefined,
  next: string | undefined,
): Change['kind'] | undefined {
  if (first === 'delete') return action === 'where' ? 'deleted' : undefined
  if (first === 'update') return action === 'set' ? 'updated' : undefined
  if (action === 'update') return 'updated'
  return action === 'delete' && next === 'where' ? 'deleted' : undefined
}

const partOfName = /^(?:[\w\u0080-\uffff]+$|["`])/

/** Where the token behind a name of one part, or two, is. */
function behindName(tokens: readonly ClickHouseToken[], from: number): number | undefined {
  const isPart = (at: number) => partOfName.test(tokens[at]?.text ?? '')
  if (!isPart(from)) return undefined
  if (tokens[from + 1]?.text !== '.') return from + 1
  return isPart(from + 2) ? from + 3 : undefined
}

/** A comma ends an action, but it is also between settings, which are the last. */
function hasOtherActions(condition: readonly ClickHouseToken[]): boolean {
  const end = condition.findIndex(({ text }) => text === ',' || /^settings$/i.test(text))
  return condition[end]?.text === ','
}

/** The tokens that are within no brackets. */
function outerTokens(sql: string): readonly ClickHouseToken[] {
  let depth = 0
  return [...clickHouseTokens(sql)].filter(({ text }) => {
    if ('([{'.includes(text)) return depth++ === 0
    if (')]}'.includes(text)) return --depth === 0
    return depth === 0
  })
}
