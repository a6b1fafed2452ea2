import { type CatalogueSql, every } from '../catalogue.ts'
import { quoteText } from '../sql-text.ts'
import type { TableName } from '../warehouse.ts'

/** What a DuckDB file has, and the databases that are attached to it. */
export function duckdbCatalogue(resolve: (table: TableName) => TableName): CatalogueSql {
  /** The database that is meant, and the schema that bare names of it mean; both are expressions. */
  function placeOf(database: string | undefined) {
    if (database === undefined) return { inDatabase: 'current_database()', usual: 'current_schema()' }
    const { database: name = database, schema = 'main' } = resolve({ database, table: '' })
    return { inDatabase: quoteText(name), usual: quoteText(schema) }
  }
  const isAlike = (column: string, name: string | undefined) =>
    name === undefined ? undefined : `lower(${column}) = lower(${quoteText(name)})`
  const isIn = (inDatabase: string) => `lower(database_name) = lower(${inDatabase})`

  return {
    schemas({ database, limit }) {
      const { inDatabase, usual } = placeOf(database)
      return `select distinct schema_name, cast(lower(schema_name) = lower(${usual}) as integer) as is_usual
  from duckdb_schemas()
 where ${isIn(inDatabase)} and (not internal or schema_name = 'main')
 order by is_usual desc, schema_name limit ${limit}`
    },
    tables({ database, schema, prefix, limit }) {
      const { inDatabase, usual } = placeOf(database)
      const where = every([
        isIn(inDatabase),
        'not internal',
        isAlike('schema_name', schema),
        `starts_with(lower(name), lower(${quoteText(prefix)}))`,
      ])
      return `select schema_name, name
  from (select database_name, schema_name, table_name as name, internal from duckdb_tables() union all
        select database_name, schema_name, view_name as name, internal from duckdb_views()) as t
 where ${where}
 order by lower(schema_name) <> lower(${usual}), schema_name, name limit ${limit}`
    },
    columns({ database, schema, table, limit }) {
      const { inDatabase, usual } = placeOf(database)
      const where = every([
        isIn(inDatabase),
        'not internal',
        isAlike('schema_name', schema),
        isAlike('table_name', table),
      ])
      return `select schema_name, table_name, column_name, data_type
  from duckdb_columns()
 where ${where}
 order by lower(schema_name) <> lower(${usual}), schema_name, table_name, column_index limit ${limit}`
    },
  }
}
