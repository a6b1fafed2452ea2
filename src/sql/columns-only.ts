import { childOf, isNode, type Node } from './ast.ts'

/** What decides which rows a query has, and nothing of what is in them. */
const filters: ReadonlySet<string> = new Set(['where_clause', 'having', 'qualify'])

/**
 * The same query without what chooses its rows, and with columns without parentheses around them: its columns
 * come from the same ones. The analysis parses text, and would make the mistakes that `withSetOperations`
 * mends; of a column in parentheses it has no name.
 */
export const columnsOnly = (query: Node): Node => simplified(query) as Node

function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified)
  if (!isNode(value)) return value
  const inner = childOf(childOf(value, 'paren'), 'this')
  if (inner !== undefined && 'column' in inner) return inner
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, filters.has(key) ? null : simplified(child)]),
  )
}
