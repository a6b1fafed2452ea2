import { type CatalogueSql, every } from '../catalogue.ts'
import type { TableName } from '../warehouse.ts'
import type { DatabricksConnection } from './connection.ts'
import { quoteName, quoteText } from './quote.ts'

/** What a catalog of Unity Catalog has. Names are kept there in small letters. */
export function databricksCatalogue(
  resolve: (table: TableName) => TableName,
  usual: Pick<DatabricksConnection, 'catalog' | 'schema'>,
): CatalogueSql {
  function placeOf(database: string | undefined) {
    const found = resolve({ database, table: '' })
    return { catalog: found.database ?? usual.catalog, schema: found.schema ?? usual.schema }
  }
  const view = ({ catalog }: { readonly catalog: string }, name: string) =>
    `${quoteName(catalog)}.information_schema.${name}`
  const isAlike = (column: string, name: string | undefined) =>
    name === undefined ? undefined : `${column} = lower(${quoteText(name)})`
  const isOpen = (column: string) => `${column} <> 'information_schema'`
  const usualFirst = (column: string, schema: string) =>
    `case when ${column} = lower(${quoteText(schema)}) then 0 else 1 end`

  return {
    schemas({ database, limit }) {
      const place = placeOf(database)
      return `select schema_name, 1 - ${usualFirst('schema_name', place.schema)} as is_usual
  from ${view(place, 'schemata')}
 where ${isOpen('schema_name')}
 order by is_usual desc, schema_name limit ${limit}`
    },
    tables({ database, schema, prefix, limit }) {
      const place = placeOf(database)
      const where = every([
        isOpen('table_schema'),
        isAlike('table_schema', schema),
        prefix === '' ? undefined : `startswith(table_name, lower(${quoteText(prefix)}))`,
      ])
      return `select table_schema, table_name
  from ${view(place, 'tables')}
 where ${where}
 order by ${usualFirst('table_schema', place.schema)}, table_schema, table_name limit ${limit}`
    },
    columns({ database, schema, table, limit }) {
      const place = placeOf(database)
      const where = every([
        isOpen('table_schema'),
        isAlike('table_schema', schema),
        isAlike('table_name', table),
      ])
      return `select table_schema, table_name, column_name, full_data_type
  from ${view(place, 'columns')}
 where ${where}
 order by ${usualFirst('table_schema', place.schema)}, table_schema, table_name, ordinal_position limit ${limit}`
    },
  }
}
