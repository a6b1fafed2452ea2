import { type ConnectionAuthType, type ConnectionProperty, secret } from '../provider.ts'

/** Signing in to Google Cloud with the key of a service account, with the properties that say where. */
export const serviceAccount = (place: readonly ConnectionProperty[]): ConnectionAuthType => ({
  authType: 'SERVICE_ACCOUNT',
  title: 'Service account',
  properties: [
    ...place,
    secret('keyFile', 'Key file', {
      required: true,
      help: 'Secret that holds the JSON key file of the service account, all of it',
    }),
  ],
})
