import { type ConnectionProperty, optional, required, secret } from '../provider.ts'

/** What every database server is reached with. */
export const serverProperties = (port: number): readonly ConnectionProperty[] => [
  required('host', 'Host', { type: 'HOST', help: 'Name or IP address of the server' }),
  optional('port', 'Port', { type: 'INTEGER', default: port, help: 'TCP port of the server' }),
  required('database', 'Database', { help: 'Database to connect to' }),
  required('user', 'User', { help: 'User to sign in as' }),
  secret('password', 'Password', { required: false, help: 'Secret that holds the password' }),
  optional('ssl', 'Use TLS', {
    type: 'BOOLEAN',
    default: false,
    help: 'Encrypts the connection; the certificate of the server must be valid for its host',
  }),
]
