import { type ConnectionProperty, type ConnectionProvider, optional, required, secret } from '../provider.ts'

const server: readonly ConnectionProperty[] = [
  required('host', 'Host', { type: 'HOST', help: 'Name or IP address of the server' }),
  optional('port', 'Port', { type: 'INTEGER', default: 22, help: 'TCP port of the server' }),
  required('user', 'User', { help: 'User to sign in as' }),
]

const hostKey = optional('hostKey', 'Host key', {
  help: 'Fingerprint (SHA256:…) or public key of the server; nothing connects without it, and the test says what the server shows',
})

/** Servers of files over SSH. */
export const sftp: ConnectionProvider = {
  authProvider: 'SFTP',
  title: 'SFTP server',
  platformConnectionTypes: ['COMPONENT_BASIC'],
  authTypes: [
    {
      authType: 'USER_PASSWORD',
      title: 'User and password',
      properties: [
        ...server,
        secret('password', 'Password', { required: true, help: 'Secret that holds the password' }),
        hostKey,
      ],
    },
    {
      authType: 'PRIVATE_KEY',
      title: 'Private key',
      properties: [
        ...server,
        secret('privateKey', 'Private key', {
          required: true,
          help: 'Secret that holds the key, as OpenSSH or PuTTY writes it',
        }),
        secret('passphrase', 'Passphrase', {
          required: false,
          help: 'Secret that holds the passphrase of the key',
        }),
        hostKey,
      ],
    },
  ],
}
