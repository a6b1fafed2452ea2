import { type ConnectionProperty, type ConnectionProvider, optional, required } from '../provider.ts'
import { accountContainer } from './azure-blob-storage.ts'
import { hmacBucket } from './google-cloud-storage.ts'
import { s3Keys } from './s3.ts'
import { serverProperties } from './server-properties.ts'

const catalogProperties: readonly ConnectionProperty[] = [
  ...serverProperties(5432),
  optional('catalogSchema', 'Schema of the catalog', {
    default: 'lake',
    help: 'Schema of the PostgreSQL database that holds the catalog; it is made where it is missing',
  }),
  optional('schema', 'Schema', {
    default: 'main',
    help: 'Schema of the lake whose tables are named without one',
  }),
  optional('iceberg', 'Read Iceberg tables', {
    type: 'BOOLEAN',
    default: false,
    help: 'SQL may read Iceberg tables below the folders that the lake grants, with iceberg_scan',
  }),
  optional('delta', 'Read Delta tables', {
    type: 'BOOLEAN',
    default: false,
    help: 'SQL may read Delta tables below the folders that the lake grants, with delta_scan',
  }),
]

const prefix = optional('prefix', 'Prefix', {
  default: 'lake',
  help: 'Beginning of the keys of the files; SQL reaches nothing else in the bucket or container',
})

/** DuckDB's SQL over Parquet files whose catalog is kept in PostgreSQL, for many runner processes at once. */
export const lake: ConnectionProvider = {
  authProvider: 'LAKE',
  title: 'Lake (DuckLake)',
  platformConnectionTypes: ['DWH'],
  authTypes: [
    { authType: 'FOLDER', title: 'Files in a folder of the runner', properties: catalogProperties },
    {
      authType: 'ACCESS_KEY',
      title: 'Files in Amazon S3 or compatible',
      properties: [
        ...catalogProperties,
        required('bucket', 'Bucket', { help: 'Bucket that holds the files' }),
        prefix,
        ...s3Keys,
      ],
    },
    {
      authType: 'HMAC_KEY',
      title: 'Files in Google Cloud Storage',
      properties: [...catalogProperties, ...hmacBucket('Bucket that holds the files'), prefix],
    },
    {
      authType: 'ACCOUNT_KEY',
      title: 'Files in Azure Blob Storage',
      properties: [...catalogProperties, ...accountContainer('Container that holds the files'), prefix],
    },
  ],
}
