import type { NamedTable, SqlDialect } from '../lib/datasets.ts'
import type { KnownTable, SqlReading, StatementLineage } from '../lib/sql-lineage.ts'
import { folded, isNode, type Node } from './ast.ts'
import { byName, tracedColumns } from './columns.ts'
import { columnsOnly } from './columns-only.ts'
import { type Effect, effectsOf } from './effects.ts'
import { generate, parse } from './parser.ts'
import { withSetOperations } from './set-operations.ts'
import { statementsOf } from './statements.ts'
import { temporaryTables } from './temporary-tables.ts'

const MAX_STATEMENTS = 500
const MAX_CHARACTERS = 200_000

/**
 * What the statements of a script read and write. `known` are columns of tables, for names that do not say
 * whose they are.
 */
export function readSql(script: string, dialect: SqlDialect, known: readonly KnownTable[] = []): SqlReading {
  const statements: StatementLineage[] = []
  const unread: string[] = []
  const temporary = temporaryTables()
  let needsColumns = false
  if (script.length > MAX_CHARACTERS)
    return { statements, unread: [`It has more than ${MAX_CHARACTERS} characters`], needsColumns }
  const texts = statementsOf(script, dialect)
  if (texts.length > MAX_STATEMENTS) unread.push(`It has more than ${MAX_STATEMENTS} statements`)
  for (const text of texts.slice(0, MAX_STATEMENTS)) {
    const parsed = parse(readable(text, dialect), parserNames[dialect] as never)
    if (!parsed.success) {
      unread.push(String(parsed.error))
      continue
    }
    const parts = withSetOperations(folded(parsed.ast ?? [], dialect)) as unknown[]
    for (const effect of parts.filter(isNode).flatMap(effectsOf)) {
      temporary.empty(effect.empties ?? [])
      if (effect.drops !== undefined) {
        temporary.drop(effect.drops)
        continue
      }
      const traced = tracedOf(effect, dialect, [...temporary.known(), ...known])
      needsColumns ||= traced.needsColumns
      const lineage = temporary.replacedIn(traced.lineage)
      if (effect.isTemporary === true) temporary.make(effect.writes, lineage)
      else {
        temporary.fill(effect.writes, lineage)
        statements.push(lineage)
      }
    }
  }
  return { statements, unread, needsColumns }
}

export const parserNames: Readonly<Record<SqlDialect, string>> = {
  duckdb: 'duckdb',
  postgres: 'postgresql',
  redshift: 'redshift',
  mysql: 'mysql',
  bigquery: 'bigquery',
  snowflake: 'snowflake',
  databricks: 'databricks',
  clickhouse: 'clickhouse',
}

/**
 * DuckDB takes `from t` for `select * from t`, which the parser reads as a statement, but not as the query of
 * another.
 */
const readable = (text: string, dialect: SqlDialect): string =>
  dialect === 'duckdb' ? text.replace(/(\bas\s+|\(\s*)from\b/gi, '$1select * from') : text

function tracedOf(effect: Effect, dialect: SqlDialect, known: readonly KnownTable[]) {
  const { query, names, ...rest } = effect
  const traced =
    query === undefined
      ? { columns: [], needsColumns: false, isComplete: false }
      : tracedColumns(sqlOf(columnsOnly(query), dialect), parserNames[dialect], known)
  const target = knownColumns(rest.writes[0], known)
  const columns = traced.columns.map(({ name, from }, index) => ({
    name: names?.[index] ?? (effect.isPositional === true ? target?.[index] : undefined) ?? name,
    from,
  }))
  const makesTable = effect.makesTable === true && traced.isComplete
  const lineage: StatementLineage = {
    reads: rest.reads,
    writes: rest.writes,
    readsFiles: rest.readsFiles,
    writesFiles: rest.writesFiles,
    columns: byName(columns.filter(({ name }) => name !== '')),
    tableColumns: effect.declaredColumns ?? (makesTable ? columns.map(({ name }) => name) : undefined),
  }
  const unknownTarget = effect.isPositional === true && names === undefined && target === undefined
  return { lineage, needsColumns: traced.needsColumns || unknownTarget }
}

const knownColumns = (table: NamedTable | undefined, known: readonly KnownTable[]) =>
  table && known.find((one) => one.table.table === table.table && one.table.schema === table.schema)?.columns

function sqlOf(query: Node, dialect: SqlDialect): string {
  const { success, sql } = generate([query], parserNames[dialect] as never)
  return success ? (sql?.[0] ?? '') : ''
}
