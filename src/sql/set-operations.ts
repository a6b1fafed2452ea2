import { childOf, isNode, type Node } from './ast.ts'

const operations = ['union', 'intersect', 'except'] as const
const filters = ['where_clause', 'having', 'qualify'] as const

/**
 * The same with the set operations of queries where they belong. The parser takes what follows a subquery at
 * the end of a condition for part of it: of `select … where a > (select …) union select …` the second half
 * would be in the condition. A set operation of a condition has parentheses, so one without them is always
 * meant for the query.
 */
export function withSetOperations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSetOperations)
  if (!isNode(value)) return value
  const node = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, withSetOperations(child)]),
  )
  const body = childOf(node, 'select')
  if (body === undefined) return node
  for (const filter of filters) {
    const taken = takenOut(body[filter])
    if (taken === undefined) continue
    const { operation, condition } = taken
    const [kind, rest] = Object.entries(operation)[0]!
    const { with: clause = null, ...first } = body
    return {
      [kind]: { ...(rest as Node), left: { select: { ...first, [filter]: condition } }, with: clause },
    }
  }
  return node
}

/** The operation at the right end of a condition, and the condition without it; undefined for most. */
function takenOut(condition: unknown): { readonly operation: Node; readonly condition: unknown } | undefined {
  if (!isNode(condition)) return undefined
  for (const kind of operations) {
    const left = childOf(childOf(condition, kind), 'left')
    if (left !== undefined && 'subquery' in left) return { operation: condition, condition: left }
  }
  // A condition is `this` of its clause, an operand is `right` of its operator.
  for (const [key, child] of Object.entries(condition)) {
    if (key === 'left' || key === 'subquery' || key === 'paren' || key === 'function') continue
    const inner = takenOut(child)
    if (inner !== undefined)
      return { operation: inner.operation, condition: { ...condition, [key]: inner.condition } }
  }
  return undefined
}
