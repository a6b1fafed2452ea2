import { type ConnectionProperty, optional, secret } from '../provider.ts'

/** A folder in S3 through which a database loads many rows; `reader` is what lets the database read it. */
export const stagingProperties = (
  instead: string,
  reader: ConnectionProperty,
): readonly ConnectionProperty[] => [
  optional('stagingUrl', 'Staging folder', {
    help: `Folder in S3 through which many rows are loaded, such as s3://bucket/folder; without one they ${instead}`,
  }),
  optional('stagingRegion', 'Region of the bucket', { default: 'us-east-1', help: 'Region of the bucket' }),
  optional('stagingEndpoint', 'Endpoint of S3', {
    type: 'URL',
    help: 'Where the runner reaches S3, such as a VPC endpoint; the public address of the region when empty',
  }),
  reader,
  optional('accessKeyId', 'Access key ID', { help: 'Key with which the runner writes to the folder' }),
  secret('secretAccessKey', 'Secret access key', { required: false, help: 'Secret that holds the key' }),
  secret('sessionToken', 'Session token', {
    required: false,
    help: 'Secret that holds the token of temporary credentials',
  }),
]
