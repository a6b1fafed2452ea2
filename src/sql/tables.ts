import type { NamedTable } from '../lib/datasets.ts'
import { childOf, isNode, isTableRef, listOf, type Node, nameOf, tableOf } from './ast.ts'

/** The tables that a part of a statement reads from: those of all its queries, without what WITH defines. */
export function readTables(part: unknown): NamedTable[] {
  const found = new Map<string, NamedTable>()
  collect(part, new Set(), (ref) => {
    const table = tableOf(ref)
    found.set(JSON.stringify(table), table)
  })
  return [...found.values()]
}

/**
 * A name without a schema is that of a query where one of this name is in scope. An insert in WITH hands on
 * what it takes from its query; an update and a delete hand on rows of their table.
 */
function collect(value: unknown, queries: ReadonlySet<string>, take: (ref: Node) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) collect(one, queries, take)
    return
  }
  if (!isNode(value)) return
  const inScope = withQueries(value, queries, take)
  for (const [key, child] of Object.entries(value)) {
    if (key === 'with') continue
    if (isReference(key, child)) {
      const isQuery = child['schema'] == null && inScope.has(nameOf(child['name'])!.toLowerCase())
      if (!isQuery) take(child)
    }
    collect(key === 'insert' && isNode(child) ? { ...child, table: null } : child, inScope, take)
  }
}

/** Where tables stand as references of their own, and not as parts of columns. */
const isReference = (key: string, value: unknown): value is Node =>
  key === 'table' && isTableRef(value) && !('this' in value)

function withQueries(
  node: Node,
  queries: ReadonlySet<string>,
  take: (ref: Node) => void,
): ReadonlySet<string> {
  const clause = childOf(node, 'with')
  if (clause === undefined) return queries
  const known = new Set(queries)
  const all = listOf(clause, 'ctes').filter(isNode)
  if (clause['recursive'] === true)
    for (const one of all) known.add(nameOf(one['alias'])?.toLowerCase() ?? '')
  for (const one of all) {
    collect(one['this'], known, take)
    known.add(nameOf(one['alias'])?.toLowerCase() ?? '')
  }
  return known
}
