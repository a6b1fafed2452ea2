import type { CatalogueSql } from '../catalogue.ts'
import type { TableName } from '../warehouse.ts'
import { quoteName, quoteText } from './quote.ts'

/** Where the environment's tables are. */
interface Usual {
  readonly project: string
  readonly dataset: string
  readonly location: string | undefined
}

/**
 * What a project has. Tables are those of one dataset: BigQuery lists those of all of them for each location
 * only.
 */
export function bigQueryCatalogue(resolve: (table: TableName) => TableName, usual: Usual): CatalogueSql {
  function placeOf(database: string | undefined, schema: string | undefined) {
    const found = resolve({ database, schema, table: '' })
    return { project: found.database ?? usual.project, dataset: found.schema ?? usual.dataset }
  }
  const view = ({ project, dataset }: { project: string; dataset: string }, name: string) =>
    `${quoteName(project)}.${quoteName(dataset)}.INFORMATION_SCHEMA.${name}`
  return {
    schemas({ database, limit }) {
      const { project, dataset } = placeOf(database, undefined)
      const region =
        usual.location === undefined ? '' : `${quoteName(`region-${usual.location.toLowerCase()}`)}.`
      return `select schema_name, case when schema_name = ${quoteText(dataset)} then 1 else 0 end as is_usual
  from ${quoteName(project)}.${region}INFORMATION_SCHEMA.SCHEMATA
 order by is_usual desc, schema_name limit ${limit}`
    },
    tables({ database, schema, prefix, limit }) {
      const begins = `starts_with(lower(table_name), lower(${quoteText(prefix)}))`
      return `select table_schema, table_name
  from ${view(placeOf(database, schema), 'TABLES')}
 where ${prefix === '' ? 'true' : begins}
 order by table_schema, table_name limit ${limit}`
    },
    columns({ database, schema, table, limit }) {
      const where = `lower(table_name) = lower(${quoteText(table)})`
      return `select table_schema, table_name, column_name, data_type
  from ${view(placeOf(database, schema), 'COLUMNS')}
 where ${where}
 order by table_schema, table_name, ordinal_position limit ${limit}`
    },
  }
}
