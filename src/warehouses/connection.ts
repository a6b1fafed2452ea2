import type { ClickHouseConnection } from './clickhouse/connection.ts'
import type { DatabaseName } from './database-name.ts'
import type { DatabricksConnection } from './databricks/connection.ts'
import type { LakeFormat } from './lake/extensions.ts'
import type { IcebergCatalog } from './lake/iceberg-catalog.ts'
import type { LakeStore } from './lake/stores.ts'
import type { SnowflakeConnection } from './snowflake/connection.ts'
import type { StagingPlace } from './staging-place.ts'

/** How a database server is reached. */
export interface DatabaseServer {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string | undefined
  /** Encrypted, with a certificate that is valid for the host. */
  readonly ssl: boolean
}

/** Where an environment's SQL runs, as the runner receives it: secrets are already values here. */
export type Connection =
  | LakeConnection
  | {
      readonly type: 'DUCKDB'
      readonly path: string
      readonly schema?: string | undefined
      /** Folders whose files the SQL may read and write; none unless stated. */
      readonly folders?: readonly string[] | undefined
      readonly databases?: readonly DatabaseName[] | undefined
      readonly functions?: boolean | undefined
    }
  | (DatabaseServer & {
      readonly type: 'POSTGRES'
      readonly schema?: string | undefined
      /** Rows are read from it and nothing is written, not even a schema that is missing. */
      readonly isSource?: boolean | undefined
      /** What names of databases in SQL and parameters stand for. */
      readonly databases?: readonly DatabaseName[] | undefined
      /** Whether SQL finds functions that other dialects call differently; not unless stated. */
      readonly functions?: boolean | undefined
    })
  | (DatabaseServer & {
      readonly type: 'REDSHIFT'
      /** A folder in S3 through which many rows are loaded; without one they arrive in statements. */
      readonly staging?:
        | (StagingPlace & {
            /** What Redshift reads the folder as: the ARN of a role, or `default`. */
            readonly iamRole: string
          })
        | undefined
      readonly schema?: string | undefined
      /** What names of databases in SQL and parameters stand for. */
      readonly databases?: readonly DatabaseName[] | undefined
    })
  | (DatabaseServer & {
      /** The database is made at first use where it is missing. */
      readonly type: 'MYSQL'
      /** What names of databases in SQL and parameters stand for. */
      readonly databases?: readonly DatabaseName[] | undefined
    })
  | SnowflakeConnection
  | BigQueryConnection
  | ClickHouseConnection
  | DatabricksConnection

/** Google BigQuery. The dataset is made at first use where it is missing. */
export interface BigQueryConnection {
  readonly type: 'BIGQUERY'
  /** Where the interface answers, without `/bigquery/v2`. */
  readonly endpoint: string
  /** The id of the project that runs the statements, and that has the tables. */
  readonly project: string
  /** The dataset of tables that are named without one. */
  readonly dataset: string
  /** Where the dataset is made; for one that is there BigQuery knows it. */
  readonly location?: string | undefined
  /** The text of a service account's key file, or a token that somebody else fetched. */
  readonly credentials:
    | { readonly keyFile: string; readonly accessToken?: undefined }
    | { readonly accessToken: string; readonly keyFile?: undefined }
  /** What names of databases in SQL and parameters stand for: projects. */
  readonly databases?: readonly DatabaseName[] | undefined
}

/** Tables as Parquet files whose catalog is kept in PostgreSQL, for many processes at once. */
export interface LakeConnection {
  readonly type: 'LAKE'
  /** A PostgreSQL database, and the schema in it, which is made where it is missing. */
  readonly catalog: DatabaseServer & { readonly schema: string }
  /**
   * A folder, `s3://bucket/prefix`, `gs://bucket/prefix` or `az://container/prefix`, with a slash at its end.
   */
  readonly dataPath: string
  /** How the object store is reached, where `dataPath` is one. */
  readonly store?: LakeStore | undefined
  /** Formats of tables that SQL may read beside the lake's own; none unless stated. */
  readonly formats?: readonly LakeFormat[] | undefined
  /** A catalog whose Iceberg tables SQL reads as well; their files are in `store`. */
  readonly icebergCatalog?: IcebergCatalog | undefined
  /** What the names of the runner's folders begin with that hold what does not fit in memory. */
  readonly scratch: string
  readonly schema?: string | undefined
  /** Folders whose files the SQL may read and write beside the lake's own; none unless stated. */
  readonly folders?: readonly string[] | undefined
  readonly databases?: readonly DatabaseName[] | undefined
  readonly functions?: boolean | undefined
}

export type DuckdbConnection = Extract<Connection, { type: 'DUCKDB' }>
export type PostgresConnection = Extract<Connection, { type: 'POSTGRES' }>
export type RedshiftConnection = Extract<Connection, { type: 'REDSHIFT' }>
export type MysqlConnection = Extract<Connection, { type: 'MYSQL' }>
