import { type ConnectionProvider, optional, secret } from '../provider.ts'
import { serverProperties } from './server-properties.ts'

const staging = [
  optional('stagingUrl', 'Staging folder', {
    help: 'Folder in S3 through which many rows are loaded, such as s3://bucket/folder; without one they arrive in statements',
  }),
  optional('stagingRegion', 'Region of the bucket', { default: 'us-east-1', help: 'Region of the bucket' }),
  optional('stagingEndpoint', 'Endpoint of S3', {
    type: 'URL',
    help: 'Where the runner reaches S3, such as a VPC endpoint; the public address of the region when empty',
  }),
  optional('iamRole', 'IAM role', {
    default: 'default',
    help: 'ARN of the role as which Redshift reads the folder, or default',
  }),
  optional('accessKeyId', 'Access key ID', { help: 'Key with which the runner writes to the folder' }),
  secret('secretAccessKey', 'Secret access key', { required: false, help: 'Secret that holds the key' }),
  secret('sessionToken', 'Session token', {
    required: false,
    help: 'Secret that holds the token of temporary credentials',
  }),
]

/** Amazon Redshift: for an environment's SQL. */
export const redshift: ConnectionProvider = {
  authProvider: 'REDSHIFT',
  title: 'Amazon Redshift',
  platformConnectionTypes: ['DWH'],
  authTypes: [
    {
      authType: 'USER_PASSWORD',
      title: 'User and password',
      properties: [
        ...serverProperties(5439),
        optional('schema', 'Schema', {
          default: 'public',
          help: 'Schema of tables that are named without one',
        }),
        ...staging,
      ],
    },
  ],
}
