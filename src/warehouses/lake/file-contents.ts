import type { DuckDBValue } from '@duckdb/node-api'
import { refusalOfScript } from '../duckdb/confine.ts'
import { quoteName } from '../sql-text.ts'

/** The name under which a file that is copied is attached; nobody's SQL uses it. */
export const SOURCE = 'headrace_moved_file'

export interface FileColumn {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly default: string | undefined
  readonly comment: string | undefined
}

export interface FileTable {
  readonly schema: string
  readonly name: string
  readonly comment: string | undefined
  readonly columns: readonly FileColumn[]
}

export interface FileView {
  readonly schema: string
  readonly name: string
  readonly comment: string | undefined
  /** The statement that makes it; its own name is in it as it was written. */
  readonly sql: string
}

/** What a DuckDB file has. */
export interface FileContents {
  readonly tables: readonly FileTable[]
  readonly views: readonly FileView[]
  /** What a lake cannot have, each as words: keys, checks, indexes, sequences, functions and types. */
  readonly notKept: readonly string[]
}

/** Rows of a query. */
export type Ask = (sql: string) => Promise<readonly (readonly DuckDBValue[])[]>

const own = `database_name = '${SOURCE}' and not internal`
const text = (value: DuckDBValue | undefined) =>
  value === null || value === undefined ? undefined : String(value)

/** What the attached file has, in the order of names. */
export async function readContents(ask: Ask): Promise<FileContents> {
  const tables = await ask(
    `select schema_name, table_name, comment from duckdb_tables() where ${own} and not temporary order by 1, 2`,
  )
  const columns = Map.groupBy(
    await ask(`select schema_name, table_name, column_name, data_type, not is_nullable, column_default, comment
                 from duckdb_columns() where ${own} order by 1, 2, column_index`),
    ([schema, table]) => JSON.stringify([schema, table]),
  )
  const views = await ask(
    `select schema_name, view_name, comment, sql from duckdb_views() where ${own} and not temporary order by 1, 2`,
  )
  return {
    tables: tables.map(([schema, name, comment]) => ({
      schema: String(schema),
      name: String(name),
      comment: text(comment),
      columns: (columns.get(JSON.stringify([schema, name])) ?? []).map(columnOf),
    })),
    views: views.map(([schema, name, comment, sql]) => ({
      schema: String(schema),
      name: String(name),
      comment: text(comment),
      sql: String(sql),
    })),
    notKept: await readUnkept(ask),
  }
}

const columnOf = ([, , name, type, required, value, comment]: readonly DuckDBValue[]): FileColumn => ({
  name: String(name),
  type: String(type),
  required: required === true,
  // A lake's own default, which the file may spell out.
  default: value === 'NULL' ? undefined : text(value),
  comment: text(comment),
})

async function readUnkept(ask: Ask): Promise<readonly string[]> {
  const rows = await ask(`
    select format('{} of {}.{}', constraint_text, schema_name, table_name) from duckdb_constraints()
     where database_name = '${SOURCE}' and constraint_type in ('PRIMARY KEY', 'UNIQUE', 'CHECK', 'FOREIGN KEY')
    union all select format('index {} of {}.{}', index_name, schema_name, table_name) from duckdb_indexes()
     where database_name = '${SOURCE}'
    union all select format('sequence {}.{}', schema_name, sequence_name) from duckdb_sequences()
     where database_name = '${SOURCE}'
    union all select distinct format('function {}.{}', schema_name, function_name) from duckdb_functions()
     where ${own}
    union all select format('type {}.{}', schema_name, type_name) from duckdb_types()
     where ${own}
    order by 1`)
  return rows.map(([words]) => String(words))
}

/** Columns that every table of PostgreSQL has: a lake keeps a few rows of each of its tables in one there. */
const SYSTEM_COLUMNS: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'])

/** Names, and the SQL of views, that a lake refuses: one sentence each. */
export function refusedNames({ tables, views }: FileContents): readonly string[] {
  const refused = (sql: string) => refusalOfScript(sql, { isLake: true, folders: [] }) !== undefined
  const names = new Set([...tables, ...views].map(({ schema }) => schema))
  return [
    ...[...names].filter((schema) => refused(quoteName(schema))).map((schema) => `the schema ${schema}`),
    ...[...tables, ...views]
      .filter(({ name }) => refused(quoteName(name)))
      .map(({ schema, name }) => `${schema}.${name}`),
    ...tables.flatMap(({ schema, name, columns }) =>
      columns
        .filter((column) => SYSTEM_COLUMNS.has(column.name) || refused(quoteName(column.name)))
        .map((column) => `the column ${column.name} of ${schema}.${name}`),
    ),
    ...views.filter(({ sql }) => refused(sql)).map(({ schema, name }) => `the query of ${schema}.${name}`),
  ].map((what) => `${what}: a lake has no such name, rename it`)
}

/**
 * A lake takes columns of this type, but writing values is an internal error of DuckDB, which closes the
 * database.
 */
const UNWRITABLE = /\bTIME_NS\b/

/** Columns whose values would not survive, one sentence each. */
export const unwritableColumns = ({ tables }: FileContents): readonly string[] =>
  tables.flatMap(({ schema, name, columns }) =>
    columns
      .filter(({ type }) => UNWRITABLE.test(type))
      .map(
        (column) =>
          `the column ${column.name} of ${schema}.${name}: a lake cannot store TIME_NS, change it to TIME`,
      ),
  )

/** Parquet has no such values: it keeps these as doubles, in milliseconds, and without offset. */
const NARROWED = /\b(U?HUGEINT|INTERVAL|TIME WITH TIME ZONE)\b/

/** Columns whose values may not survive, with what would. */
export const narrowedColumns = ({ columns }: FileTable): readonly string[] =>
  columns.filter(({ type }) => NARROWED.test(type)).map(({ name, type }) => `${name} (${type})`)
