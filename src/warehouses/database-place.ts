import type { DatabasePlace, RunnerPlace } from '../lib/datasets.ts'
import type { Connection } from './connection.ts'
import type { SourceConnection } from './source-database.ts'

/**
 * How the tables of a database are named as datasets (OpenLineage's naming, where it has one for the
 * database).
 */
export function databasePlace(connection: Connection, runner: RunnerPlace): DatabasePlace {
  const names = connection.databases?.length ? connection.databases : undefined
  switch (connection.type) {
    case 'DUCKDB':
      return {
        namespace: `duckdb://${runner.project}/${runner.environment}`,
        dialect: 'duckdb',
        schema: connection.schema ?? 'main',
        names,
      }
    case 'LAKE': {
      const { host, port, database, schema } = connection.catalog
      const namespace = `ducklake://${host}:${port}/${database}/${schema}`
      return { namespace, dialect: 'duckdb', schema: connection.schema ?? 'main', names }
    }
    case 'POSTGRES':
    case 'REDSHIFT': {
      const isPostgres = connection.type === 'POSTGRES'
      return {
        namespace: `${isPostgres ? 'postgres' : 'redshift'}://${connection.host}:${connection.port}`,
        dialect: isPostgres ? 'postgres' : 'redshift',
        database: connection.database,
        schema: connection.schema ?? 'public',
        names,
      }
    }
    case 'BIGQUERY': {
      const { project, dataset } = connection
      return { namespace: 'bigquery', dialect: 'bigquery', database: project, schema: dataset, names }
    }
    case 'SNOWFLAKE':
      return {
        namespace: `snowflake://${connection.account.toLowerCase()}`,
        dialect: 'snowflake',
        database: connection.database,
        schema: connection.schema ?? 'public',
        names,
      }
    case 'DATABRICKS':
      return {
        namespace: `databricks://${new URL(connection.url).host}`,
        dialect: 'databricks',
        database: connection.catalog,
        schema: connection.schema,
        names,
      }
    case 'CLICKHOUSE':
      return {
        namespace: `clickhouse://${connection.host}:${connection.port}`,
        dialect: 'clickhouse',
        database: connection.database,
        names,
      }
    case 'MYSQL':
      return { ...mysqlPlace(connection), names }
  }
}

/** The same of a database that rows are read from. */
export const sourcePlace = (source: SourceConnection): DatabasePlace =>
  source.type === 'MYSQL'
    ? mysqlPlace(source)
    : {
        namespace: `postgres://${source.host}:${source.port}`,
        dialect: 'postgres',
        database: source.database,
        schema: source.schema ?? 'public',
      }

const mysqlPlace = ({ host, port, database }: Omit<SourceConnection, 'type'>): DatabasePlace => ({
  namespace: `mysql://${host}:${port}`,
  dialect: 'mysql',
  database,
})
