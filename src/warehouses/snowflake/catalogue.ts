import { type CatalogueSql, every } from '../catalogue.ts'
import { quoteName } from '../sql-text.ts'
import type { TableName } from '../warehouse.ts'
import { keptName, quoteText } from './names.ts'

/** With its sizes, as tables are made with it. */
const TYPE = `case data_type
    when 'NUMBER' then 'NUMBER(' || numeric_precision || ',' || numeric_scale || ')'
    when 'TEXT' then 'VARCHAR' || case when character_maximum_length < 16777216 then '(' || character_maximum_length || ')' else '' end
    else data_type end`

/** What a database of Snowflake has, by its information schema. Views of the service itself are left out. */
export function snowflakeCatalogue(resolve: (table: TableName) => TableName): CatalogueSql {
  const place = (database: string | undefined) =>
    database === undefined ? undefined : resolve({ database, table: '' })
  const from = (database: string | undefined, view: string): string => {
    const found = place(database)?.database
    return `${found === undefined ? '' : `${quoteName(found)}.`}information_schema.${view}`
  }
  const usualSchema = (database: string | undefined): string => {
    const schema = place(database)?.schema
    return schema === undefined ? 'current_schema()' : quoteText(keptName(schema))
  }
  const isAlike = (column: string, name: string | undefined) =>
    name === undefined ? undefined : `lower(${column}) = lower(${quoteText(name)})`
  const isOpen = (column: string) => `${column} <> 'INFORMATION_SCHEMA'`

  return {
    schemas: ({
      database,
      limit,
    }) => `select schema_name, case when schema_name = ${usualSchema(database)} then 1 else 0 end as is_usual
  from ${from(database, 'schemata')}
 where ${isOpen('schema_name')}
 order by is_usual desc, schema_name limit ${limit}`,
    tables({ database, schema, prefix, limit }) {
      const where = every([
        isOpen('table_schema'),
        isAlike('table_schema', schema),
        prefix === ''
          ? undefined
          : `lower(left(table_name, length(${quoteText(prefix)}))) = lower(${quoteText(prefix)})`,
      ])
      return `select table_schema, table_name
  from ${from(database, 'tables')}
 where ${where}
 order by case when table_schema = ${usualSchema(database)} then 0 else 1 end, table_schema, table_name limit ${limit}`
    },
    columns({ database, schema, table, limit }) {
      const where = every([
        isOpen('table_schema'),
        isAlike('table_schema', schema),
        isAlike('table_name', table),
      ])
      return `select table_schema, table_name, column_name, ${TYPE}
  from ${from(database, 'columns')}
 where ${where}
 order by case when table_schema = ${usualSchema(database)} then 0 else 1 end, table_schema, table_name, ordinal_position limit ${limit}`
    },
  }
}
