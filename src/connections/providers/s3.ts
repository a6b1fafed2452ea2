import { type ConnectionProperty, type ConnectionProvider, optional, required, secret } from '../provider.ts'

/** How a server is found and signed in to. */
export const s3Keys: readonly ConnectionProperty[] = [
  optional('region', 'Region', { default: 'us-east-1', help: 'Region of the bucket' }),
  optional('endpoint', 'Endpoint', {
    type: 'URL',
    help: 'Address of a compatible server; that of Amazon when empty',
  }),
  required('accessKeyId', 'Access key ID', { help: 'Identifies the key; it is no secret' }),
  secret('secretAccessKey', 'Secret access key', {
    required: true,
    help: 'Secret that holds the key',
  }),
  secret('sessionToken', 'Session token', {
    required: false,
    help: 'Secret that holds the token of temporary credentials',
  }),
]

/** Amazon S3 and other servers that speak its protocol. */
export const s3: ConnectionProvider = {
  authProvider: 'S3',
  title: 'Amazon S3 or compatible',
  platformConnectionTypes: ['CLOUD_PLATFORM_CREDENTIALS'],
  authTypes: [
    {
      authType: 'ACCESS_KEY',
      title: 'Access key',
      properties: [
        required('bucket', 'Bucket', { help: 'Bucket that the connection reads and writes' }),
        ...s3Keys,
      ],
    },
  ],
}
