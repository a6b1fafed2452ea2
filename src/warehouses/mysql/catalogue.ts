import { type CatalogueSql, every } from '../catalogue.ts'
import type { TableName } from '../warehouse.ts'

const ofTheServer = `('information_schema', 'mysql', 'performance_schema', 'sys')`

/**
 * What a server has whose schemas are databases. Tables are those of one schema: of all of them the server
 * would have to read every folder.
 */
export function mysqlCatalogue(
  resolve: (table: TableName) => TableName,
  quoteText: (text: string) => string,
): CatalogueSql {
  function schemaOf(database: string | undefined, schema: string | undefined): string {
    const found = database === undefined ? schema : resolve({ database, schema, table: '' }).schema
    return found === undefined ? 'database()' : quoteText(found)
  }
  return {
    schemas: ({
      database,
      limit,
    }) => `select schema_name, case when schema_name = ${schemaOf(database, undefined)} then 1 else 0 end as is_usual
  from information_schema.schemata
 where schema_name not in ${ofTheServer}
 order by is_usual desc, schema_name limit ${limit}`,
    tables({ database, schema, prefix, limit }) {
      const where = every([
        `table_schema = ${schemaOf(database, schema)}`,
        prefix === ''
          ? undefined
          : `lower(left(table_name, char_length(${quoteText(prefix)}))) = lower(${quoteText(prefix)})`,
      ])
      return `select table_schema, table_name
  from information_schema.tables
 where ${where}
 order by table_schema, table_name limit ${limit}`
    },
    columns({ database, schema, table, limit }) {
      // Its tables are files: their names are compared as the server compares them.
      const where = every([
        `table_schema = ${schemaOf(database, schema)}`,
        `table_name = ${quoteText(table)}`,
      ])
      return `select table_schema, table_name, column_name, column_type
  from information_schema.columns
 where ${where}
 order by table_schema, table_name, ordinal_position limit ${limit}`
    },
  }
}
