import type { Project } from '../../../client/resources.ts'

/** A kind of database that pipelines are written for. */
export type Warehouse = Project['warehouse']

export const warehouses: readonly Warehouse[] = [
  'DUCKDB',
  'POSTGRES',
  'MYSQL',
  'CLICKHOUSE',
  'SNOWFLAKE',
  'DATABRICKS',
  'REDSHIFT',
  'BIGQUERY',
]
