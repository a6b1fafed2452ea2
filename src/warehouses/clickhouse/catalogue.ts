import { type CatalogueSql, every } from '../catalogue.ts'
import type { TableName } from '../warehouse.ts'
import { quoteText } from './quote.ts'

const plain = `replaceRegexpOne(type, '^Nullable[(](.*)[)]$', '\\\\1') as column_type`
const ofTheServer = `('system', 'INFORMATION_SCHEMA', 'information_schema')`

/** What a server has, whose databases are what others call schemas. */
export function clickHouseCatalogue(resolve: (table: TableName) => TableName, usual: string): CatalogueSql {
  const databaseOf = (database: string | undefined, schema: string | undefined): string =>
    quoteText((database === undefined ? schema : resolve({ database, schema, table: '' }).schema) ?? usual)
  return {
    schemas: ({
      database,
      limit,
    }) => `select name as schema_name, name = ${databaseOf(database, undefined)} as is_usual
  from system.databases
 where name not in ${ofTheServer}
 order by is_usual desc, schema_name limit ${limit}`,
    tables({ database, schema, prefix, limit }) {
      const where = every([
        `database = ${databaseOf(database, schema)}`,
        'not is_temporary',
        prefix === '' ? undefined : `startsWith(lowerUTF8(name), lowerUTF8(${quoteText(prefix)}))`,
      ])
      return `select database as table_schema, name as table_name
  from system.tables
 where ${where}
 order by table_schema, table_name limit ${limit}`
    },
    columns({ database, schema, table, limit }) {
      const where = every([`database = ${databaseOf(database, schema)}`, `table = ${quoteText(table)}`])
      return `select database as table_schema, table as table_name, name as column_name, ${plain}
  from system.columns
 where ${where}
 order by table_schema, table_name, position limit ${limit}`
    },
  }
}
