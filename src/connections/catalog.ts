import type { ConnectionAuthType, ConnectionProvider } from './provider.ts'
import { azureBlobStorage } from './providers/azure-blob-storage.ts'
import { bigquery } from './providers/bigquery.ts'
import { clickhouse } from './providers/clickhouse.ts'
import { databricks } from './providers/databricks.ts'
import { duckdb } from './providers/duckdb.ts'
import { googleCloudStorage } from './providers/google-cloud-storage.ts'
import { lake } from './providers/lake.ts'
import { mysql } from './providers/mysql.ts'
import { openaiCompatible } from './providers/openai-compatible.ts'
import { postgres } from './providers/postgres.ts'
import { redshift } from './providers/redshift.ts'
import { s3 } from './providers/s3.ts'
import { sftp } from './providers/sftp.ts'
import { snowflake } from './providers/snowflake.ts'

/** Everything that can be connected to, by name. */
export const connectionProviders: readonly ConnectionProvider[] = [
  azureBlobStorage,
  bigquery,
  clickhouse,
  databricks,
  duckdb,
  googleCloudStorage,
  lake,
  mysql,
  openaiCompatible,
  postgres,
  redshift,
  s3,
  sftp,
  snowflake,
]

export const findProvider = (authProvider: string): ConnectionProvider | undefined =>
  connectionProviders.find((provider) => provider.authProvider === authProvider)

export const findAuthType = (authProvider: string, authType: string): ConnectionAuthType | undefined =>
  findProvider(authProvider)?.authTypes.find((one) => one.authType === authType)
