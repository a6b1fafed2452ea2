import type { NamedTable, SqlDialect } from '../lib/datasets.ts'

/** A part of a parsed statement: an object with one member, named after what it is, or what is below it. */
export type Node = Readonly<Record<string, unknown>>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The member of a node, where it is a node too. */
export const childOf = (node: Node | undefined, key: string): Node | undefined => {
  const value = node?.[key]
  return isNode(value) ? value : undefined
}

export const listOf = (node: Node | undefined, key: string): readonly unknown[] => {
  const value = node?.[key]
  return Array.isArray(value) ? value : []
}

/** The text of an identifier, which is a node with a name. */
export const nameOf = (value: unknown): string | undefined => {
  if (!isNode(value)) return undefined
  return typeof value['name'] === 'string' ? value['name'] : undefined
}

/** A reference to a table: its name is an identifier, where the qualifier of a column is one itself. */
export const isTableRef = (value: unknown): value is Node =>
  isNode(value) && isNode(value['name']) && typeof value['name']['name'] === 'string'

export function tableOf(ref: Node): NamedTable {
  const [database, schema] = [nameOf(ref['catalog']), nameOf(ref['schema'])]
  return {
    ...(database !== undefined && { database }),
    ...(schema !== undefined && { schema }),
    table: nameOf(ref['name']) ?? '',
  }
}

const lower = (name: string) => name.toLowerCase()

/** How databases spell unquoted names that they take in any case for the same; absent where they do not. */
const spellings: Readonly<Partial<Record<SqlDialect, (name: string) => string>>> = {
  duckdb: lower,
  postgres: lower,
  redshift: lower,
  databricks: lower,
  snowflake: (name) => name.toUpperCase(),
}

/**
 * The same with unquoted identifiers as the database spells them. The parser compares names as they are
 * written, so that `Q.a` would not be a column of `q`.
 */
export function folded(value: unknown, dialect: SqlDialect): unknown {
  if (dialect === 'bigquery') return withPartedNames(value)
  const spell = spellings[dialect]
  if (spell === undefined) return value
  if (Array.isArray(value)) return value.map((one) => folded(one, dialect))
  if (!isNode(value)) return value
  const isIdentifier = typeof value['name'] === 'string' && ('quoted' in value || 'span' in value)
  const entries = Object.entries(value).map(([key, child]) => {
    const folds = isIdentifier && key === 'name' && (value['quoted'] !== true || dialect === 'duckdb')
    return [key, folds ? spell(String(child)) : folded(child, dialect)]
  })
  return Object.fromEntries(entries)
}

/**
 * BigQuery's names of tables have no dots: those in `project.dataset.table`, quoted as a whole, stand between
 * its parts.
 */
function withPartedNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPartedNames)
  if (!isNode(value)) return value
  const entries = Object.entries(value).map(([key, child]) => [key, withPartedNames(child)])
  const node: Node = Object.fromEntries(entries)
  return isTableRef(node) ? parted(node) : node
}

function parted(ref: Node): Node {
  const whole = ['catalog', 'schema', 'name'].flatMap((key) => nameOf(ref[key]) ?? [])
  const parts = whole.join('.').split('.')
  if (parts.length === whole.length) return ref
  const identifier = (name: string) => (name === '' ? null : { ...(ref['name'] as Node), name })
  const [table = '', schema = '', ...project] = parts.toReversed()
  return {
    ...ref,
    name: identifier(table),
    schema: identifier(schema),
    catalog: identifier(project.toReversed().join('.')),
  }
}
