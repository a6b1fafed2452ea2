import { type ConnectionProperty, type ConnectionProvider, optional, required, secret } from '../provider.ts'

const help = 'Container that the connection reads and writes'

const placeOf = (help: string): readonly ConnectionProperty[] => [
  required('account', 'Storage account', { help: 'Name of the storage account' }),
  required('container', 'Container', { help }),
  optional('endpoint', 'Endpoint', {
    type: 'URL',
    help: 'Where the Blob service answers, if not at https://ACCOUNT.blob.core.windows.net: another cloud, a private address',
  }),
]

/** A container and the key of the account that has it. */
export const accountContainer = (help: string): readonly ConnectionProperty[] => [
  ...placeOf(help),
  secret('accountKey', 'Account key', {
    required: true,
    help: 'Secret that holds a key of the storage account, as the portal shows it',
  }),
]

/** Blobs of a storage account. */
export const azureBlobStorage: ConnectionProvider = {
  authProvider: 'AZURE_BLOB_STORAGE',
  title: 'Azure Blob Storage',
  platformConnectionTypes: ['CLOUD_PLATFORM_CREDENTIALS'],
  authTypes: [
    {
      authType: 'ACCOUNT_KEY',
      title: 'Account key',
      properties: accountContainer(help),
    },
    {
      authType: 'SAS_TOKEN',
      title: 'Shared access signature',
      properties: [
        ...placeOf(help),
        secret('sasToken', 'SAS token', {
          required: true,
          help: 'Secret that holds a shared access signature of the container; a trigger needs its right to list',
        }),
      ],
    },
  ],
}
