import { type ConnectionProvider, optional, required, secret } from '../provider.ts'
import { serviceAccount } from './service-account.ts'

const place = [
  required('bucket', 'Bucket', { help: 'Bucket that the connection reads and writes' }),
  optional('endpoint', 'Endpoint', {
    type: 'URL',
    help: 'Where Cloud Storage answers, if not at https://storage.googleapis.com, such as a private address',
  }),
]

/** Google Cloud Storage, by its XML interface. */
export const googleCloudStorage: ConnectionProvider = {
  authProvider: 'GOOGLE_CLOUD_STORAGE',
  title: 'Google Cloud Storage',
  platformConnectionTypes: ['CLOUD_PLATFORM_CREDENTIALS'],
  authTypes: [
    serviceAccount(place),
    {
      authType: 'HMAC_KEY',
      title: 'HMAC key',
      properties: [
        ...place,
        required('accessKeyId', 'Access ID', { help: 'Identifies the HMAC key; it is no secret' }),
        secret('secretAccessKey', 'Secret', {
          required: true,
          help: 'Secret that holds the secret of the HMAC key',
        }),
      ],
    },
  ],
}
