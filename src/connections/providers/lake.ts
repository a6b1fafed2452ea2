import { type ConnectionProperty, type ConnectionProvider, optional, required, secret } from '../provider.ts'
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

/** A REST catalog of Iceberg tables, whose files are read with the key of the lake. */
const icebergCatalog: readonly ConnectionProperty[] = [
  optional('icebergCatalogUrl', 'Iceberg catalog', {
    type: 'URL',
    help: 'Address of an Iceberg REST catalog, without /v1; SQL reads its tables as iceberg.namespace.table',
  }),
  optional('icebergCatalogWarehouse', 'Warehouse of the Iceberg catalog', {
    help: 'What the Iceberg catalog calls the warehouse',
  }),
  optional('icebergCatalogFiles', 'Files of the Iceberg catalog', {
    help: 'Beginning of the keys of the files of its tables, in the bucket of the lake; SQL reaches what is below it',
  }),
  optional('icebergCatalogClientId', 'Client ID for the Iceberg catalog', {
    help: 'OAuth client that fetches tokens for the Iceberg catalog',
  }),
  secret('icebergCatalogClientSecret', 'Client secret for the Iceberg catalog', {
    required: false,
    help: 'Secret of the OAuth client',
  }),
  optional('icebergCatalogTokenUrl', 'Token endpoint of the Iceberg catalog', {
    type: 'URL',
    help: 'Where the OAuth client fetches tokens; /v1/oauth/tokens of the catalog unless stated',
  }),
  secret('icebergCatalogToken', 'Token for the Iceberg catalog', {
    required: false,
    help: 'A token that somebody else fetched, where there is no OAuth client',
  }),
]

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
        ...icebergCatalog,
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
