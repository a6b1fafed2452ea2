import { type ConnectionProperty, type ConnectionProvider, optional, required, secret } from '../provider.ts'
import { serviceAccount } from './service-account.ts'

const help = 'Bucket that the connection reads and writes'

const placeOf = (help: string): readonly ConnectionProperty[] => [
  required('bucket', 'Bucket', { help }),
  optional('endpoint', 'Endpoint', {
    type: 'URL',
    help: 'Where Cloud Storage answers, if not at https://storage.googleapis.com, such as a private address',
  }),
]

/** A bucket and the HMAC key that opens it. */
export const hmacBucket = (help: string): readonly ConnectionProperty[] => [
  ...placeOf(help),
  required('accessKeyId', 'Access ID', { help: 'Identifies the HMAC key; it is no secret' }),
  secret('secretAccessKey', 'Secret', {
    required: true,
    help: 'Secret that holds the secret of the HMAC key',
  }),
]

/** Google Cloud Storage, by its XML interface. */
export const googleCloudStorage: ConnectionProvider = {
  authProvider: 'GOOGLE_CLOUD_STORAGE',
  title: 'Google Cloud Storage',
  platformConnectionTypes: ['CLOUD_PLATFORM_CREDENTIALS'],
  authTypes: [
    serviceAccount(placeOf(help)),
    {
      authType: 'HMAC_KEY',
      title: 'HMAC key',
      properties: hmacBucket(help),
    },
  ],
}
