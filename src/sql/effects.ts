import type { NamedTable } from '../lib/datasets.ts'
import { childOf, isNode, isTableRef, listOf, type Node, nameOf, tableOf } from './ast.ts'
import { readTables } from './tables.ts'

/** What one statement does to tables. */
export interface Effect {
  readonly reads: readonly NamedTable[]
  readonly writes: readonly NamedTable[]
  readonly readsFiles: readonly string[]
  readonly writesFiles: readonly string[]
  /** The query whose columns are what is written. */
  readonly query?: Node | undefined
  /** The columns that are written, in the order of the query's. */
  readonly names?: readonly string[] | undefined
  /** The query's columns go into those of the table by their order. */
  readonly isPositional?: boolean
  readonly makesTable?: boolean
  /** The table is gone when the session is: what is made of it is made of what it was made of. */
  readonly isTemporary?: boolean
  /** Tables that are gone behind the statement, or are empty. */
  readonly drops?: readonly NamedTable[]
  readonly empties?: readonly NamedTable[]
  /** Columns of a table that is made without a query. */
  readonly declaredColumns?: readonly string[] | undefined
}

/**
 * None for what neither reads nor writes a table: settings, transactions, grants. Several where parts of WITH
 * write, and where one insert is into several tables.
 */
export function effectsOf(statement: Node): readonly Effect[] {
  const [kind, body] = Object.entries(statement)[0] ?? []
  if (kind === 'multitable_inserts' && isNode(body)) return insertsOf(body)
  return [...writingParts(statement), statement].flatMap((part) => effectOf(part) ?? [])
}

function effectOf(statement: Node): Effect | undefined {
  const [kind, body] = Object.entries(statement)[0] ?? []
  if (kind === undefined || !isNode(body)) return undefined
  const effect = (effects[kind] ?? readsOnly)(body, statement)
  return effect === undefined ? undefined : withFiles(effect, body)
}

/** The parts of WITH that write, each with the parts before it. */
function writingParts(statement: Node): readonly Node[] {
  const clause = childOf(childOf(statement, Object.keys(statement)[0] ?? ''), 'with')
  const ctes = listOf(clause, 'ctes')
  return ctes.flatMap((cte, index) => {
    const [kind, body] = Object.entries(childOf(isNode(cte) ? cte : undefined, 'this') ?? {})[0] ?? []
    if (kind === undefined || !isNode(body) || !['insert', 'update', 'delete', 'merge'].includes(kind))
      return []
    const before = index === 0 ? null : { ...clause, ctes: ctes.slice(0, index) }
    return [{ [kind]: { ...body, with: body['with'] ?? before } }]
  })
}

/** An insert whose rows go into several tables. What values of its own stand for is not followed. */
function insertsOf(body: Node): readonly Effect[] {
  const source = childOf(body, 'source')
  return listOf(body, 'expressions').flatMap((one) => {
    const insert = childOf(childOf(childOf(one as Node, 'conditional_insert'), 'this'), 'insert')
    const effect = insert && effectOf({ insert: { ...insert, query: source } })
    if (effect === undefined) return []
    const hasValues = listOf(insert, 'values').length > 0
    return [hasValues ? { ...effect, query: undefined, isPositional: false } : effect]
  })
}

const none = { readsFiles: [], writesFiles: [] } as const
type Read = (body: Node, statement: Node) => Effect | undefined

const readsOnly: Read = (_, statement) => {
  const reads = readTables(statement)
  return reads.length === 0 && fileFunctions(statement).length === 0
    ? undefined
    : { reads, writes: [], ...none, query: statement }
}

const target = (ref: unknown): NamedTable[] => (isTableRef(ref) ? [tableOf(ref)] : [])
/** As Redshift has it. */
const isTemporaryName = (ref: unknown): boolean => target(ref).some(({ table }) => table.startsWith('#'))
const unaliased = (node: Node | undefined): Node | undefined =>
  childOf(childOf(node, 'alias'), 'this') ?? childOf(childOf(node, 'subquery'), 'this') ?? node

const effects: Readonly<Record<string, Read>> = {
  select: (body, statement) => {
    const into = childOf(childOf(childOf(body, 'into'), 'this'), 'table')
    if (into === undefined) return readsOnly(body, statement)
    const { into: _, ...rest } = body
    const query = { select: rest }
    const isTemporary = childOf(body, 'into')?.['temporary'] === true || isTemporaryName(into)
    return { reads: readTables(query), writes: target(into), ...none, query, makesTable: true, isTemporary }
  },
  insert: (body) => {
    const query = withClauseOf(body, childOf(body, 'query'))
    const names = listOf(body, 'columns').map((one) => nameOf(one) ?? '')
    return {
      reads: readTables(query),
      writes: target(body['table']),
      ...none,
      query,
      names: names.length > 0 ? names : undefined,
      isPositional: body['by_name'] !== true,
    }
  },
  create_table: (body) => {
    const query = withClauseOf(body, childOf(body, 'as_select')) ?? clonedRows(body)
    const declared = listOf(body, 'columns').map((one) => nameOf(childOf(one as Node, 'name')) ?? '')
    const made = body['if_not_exists'] === true && query === undefined ? [] : target(body['name'])
    return {
      reads: readTables(query),
      writes: made,
      ...none,
      query,
      makesTable: true,
      isTemporary: body['temporary'] === true || isTemporaryName(body['name']),
      declaredColumns: query === undefined && declared.length > 0 ? declared : undefined,
    }
  },
  create_view: (body) => {
    const query = childOf(body, 'query')
    const names = listOf(body, 'columns').map(
      (one) => nameOf(childOf(one as Node, 'name')) ?? nameOf(one) ?? '',
    )
    return {
      reads: readTables(query),
      writes: target(body['name']),
      ...none,
      query,
      names: names.length > 0 ? names : undefined,
      makesTable: true,
      isTemporary: body['temporary'] === true,
    }
  },
  merge: (body) => {
    const query = mergedRows(body)
    return {
      reads: readTables(body['using']),
      writes: target(childOf(unaliased(childOf(body, 'this')), 'table')),
      ...none,
      query,
    }
  },
  update: (body) => {
    const { table, set: _, ...rest } = body
    const sets = listOf(body, 'set')
    return {
      reads: readTables([rest, sets]),
      writes: target(table),
      ...none,
      query: updatedRows(body),
    }
  },
  delete: (body) => {
    const { table, using, ...rest } = body
    const others = (Array.isArray(using) ? using : []).flatMap(target)
    const reads = [...others, ...readTables(rest)]
    const condition = childOf(childOf(childOf(body, 'where_clause'), 'this'), 'boolean')?.['value']
    const isAll = body['where_clause'] === null || condition === true
    return {
      reads,
      writes: target(table),
      ...none,
      ...(isAll && reads.length === 0 && { empties: target(table) }),
    }
  },
  truncate: (body) => {
    const others = listOf(body, 'extra_tables').map((one) => (one as Node)['table'])
    const tables = [body['table'], ...others].flatMap(target)
    return { reads: [], writes: tables, ...none, empties: tables }
  },
  copy: (body) => {
    const files = listOf(body, 'files').flatMap((one) => textOf(one) ?? [])
    const ref = childOf(childOf(body, 'this'), 'table')
    const loads = body['kind'] === true
    return {
      reads: loads ? [] : [...target(ref), ...readTables(ref === undefined ? body['this'] : undefined)],
      writes: loads ? target(ref) : [],
      readsFiles: loads ? files : [],
      writesFiles: loads ? [] : files,
    }
  },
  drop_table: (body) => ({ reads: [], writes: [], ...none, drops: listOf(body, 'names').flatMap(target) }),
  drop_view: (body) => ({ reads: [], writes: [], ...none, drops: target(body['name']) }),
  alter_table: () => undefined,
  command: () => undefined,
  describe: () => undefined,
  transaction: () => undefined,
  grant: () => undefined,
}

const textOf = (value: unknown): string | undefined => {
  const literal = childOf(isNode(value) ? value : undefined, 'literal')
  return literal?.['literal_type'] === 'string' ? String(literal['value']) : undefined
}

/** A query with the WITH that stands in front of the statement around it. */
function withClauseOf(statement: Node, query: Node | undefined): Node | undefined {
  const clause = childOf(statement, 'with')
  const [kind, body] = Object.entries(query ?? {})[0] ?? []
  if (clause === undefined || kind === undefined || !isNode(body) || isNode(body['with'])) return query
  return { [kind]: { ...body, with: clause } }
}

const alias = (expression: unknown, name: string): Node => ({
  alias: {
    this: expression,
    alias: { name, quoted: true, trailing_comments: [], span: null },
    column_aliases: [],
    alias_explicit_as: true,
    pre_alias_comments: [],
    trailing_comments: [],
  },
})

/** The last part of a name that may be qualified. */
const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** What an UPDATE sets, as the query that finds it. */
function updatedRows(body: Node): Node | undefined {
  const sets = listOf(body, 'set').flatMap((one) => {
    const [left, right] = Array.isArray(one) ? (one as unknown[]) : []
    const name = nameOf(left)
    return name === undefined ? [] : [alias(right, lastPart(name))]
  })
  const own = { table: body['table'] }
  const others = listOf(childOf(body, 'from_clause'), 'expressions')
  const joins = [...listOf(body, 'table_joins'), ...listOf(body, 'from_joins')]
  return selectOf(sets, [own, ...others], joins, childOf(body, 'with'))
}

const star: Node = { star: { table: null, except: null, replace: null, rename: null } }

/** What a table is a copy of, as a query. */
function clonedRows(body: Node): Node | undefined {
  const table = childOf(body, 'clone_source')
  return table && selectOf([star], [{ table }], [], undefined)
}

/** What a MERGE sets and inserts, as the query that finds it. */
function mergedRows(body: Node): Node | undefined {
  const whens = listOf(childOf(childOf(body, 'whens'), 'whens'), 'expressions')
  const pairs = whens.flatMap((one) => assignments(childOf(childOf(one as Node, 'when'), 'then')))
  const own = childOf(body, 'this')
  return selectOf(pairs, [own, body['using']], [], childOf(body, 'with'))
}

function assignments(action: Node | undefined): Node[] {
  const [kind, first, second] = listOf(childOf(action, 'tuple'), 'expressions')
  const verb = childOf(isNode(kind) ? kind : undefined, 'var')?.['this']
  if (verb === 'UPDATE')
    return listOf(childOf(first as Node, 'tuple'), 'expressions').flatMap((one) => {
      const eq = childOf(one as Node, 'eq')
      const name = columnName(eq?.['left'])
      return name === undefined ? [] : [alias(eq?.['right'], name)]
    })
  if (verb !== 'INSERT') return []
  const values = listOf(childOf(second as Node, 'tuple'), 'expressions')
  return listOf(childOf(first as Node, 'tuple'), 'expressions').flatMap((one, index) => {
    const name = columnName(one)
    return name === undefined || values[index] === undefined ? [] : [alias(values[index], name)]
  })
}

const columnName = (value: unknown): string | undefined => {
  if (!isNode(value)) return undefined
  const name = nameOf(value['identifier']) ?? nameOf(childOf(value, 'column')?.['name'])
  return name === undefined ? undefined : lastPart(name)
}

function selectOf(
  expressions: readonly Node[],
  from: readonly unknown[],
  joins: readonly unknown[],
  clause: Node | undefined,
): Node | undefined {
  if (expressions.length === 0) return undefined
  return { select: { ...emptySelect, expressions, from: { expressions: from }, joins, with: clause ?? null } }
}

const emptySelect = {
  joins: [],
  lateral_views: [],
  where_clause: null,
  group_by: null,
  having: null,
  distinct: false,
  with: null,
}

/** Functions and names of DuckDB that read files. */
const fileFunction =
  /^(read_(csv|csv_auto|json|json_auto|ndjson|ndjson_auto|parquet|text|blob)|parquet_scan)$/i

function fileFunctions(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fileFunctions)
  if (!isNode(value)) return []
  const called = childOf(value, 'function')
  const own =
    called !== undefined && fileFunction.test(String(called['name'])) ? literalsIn(called['args']) : []
  return [...own, ...Object.values(value).flatMap(fileFunctions)]
}

function literalsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(literalsIn)
  const text = textOf(value)
  if (text !== undefined) return [text]
  return isNode(value) ? Object.values(value).flatMap(literalsIn) : []
}

/** A quoted name with a path or an ending in it is a file, to DuckDB. */
const isFileName = ({ schema, table }: NamedTable): boolean =>
  schema === undefined &&
  (/^[a-z0-9]+:\/\//i.test(table) || /\.(csv|parquet|json|ndjson|jsonl)(\.gz|\.zst)?$/i.test(table))

function withFiles(effect: Effect, body: Node): Effect {
  const files = effect.reads.filter(isFileName).map(({ table }) => table)
  return {
    ...effect,
    reads: effect.reads.filter((one) => !isFileName(one)),
    readsFiles: [...new Set([...effect.readsFiles, ...files, ...fileFunctions(body)])],
  }
}
