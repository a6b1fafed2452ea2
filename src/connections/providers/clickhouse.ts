import { type ConnectionProvider, optional, required, secret } from '../provider.ts'

/** ClickHouse: for an environment's SQL. */
export const clickhouse: ConnectionProvider = {
  authProvider: 'CLICKHOUSE',
  title: 'ClickHouse',
  platformConnectionTypes: ['DWH'],
  authTypes: [
    {
      authType: 'USER_PASSWORD',
      title: 'User and password',
      properties: [
        required('host', 'Host', { type: 'HOST', help: 'Name or IP address of the server or service' }),
        optional('port', 'Port', {
          type: 'INTEGER',
          default: 8443,
          help: 'Port of the HTTP interface: 8443 with TLS, 8123 without',
        }),
        required('database', 'Database', {
          help: 'Database of tables that are named without one; made where it is missing',
        }),
        required('user', 'User', { help: 'User to sign in as' }),
        secret('password', 'Password', { required: false, help: 'Secret that holds the password' }),
        optional('ssl', 'Use TLS', {
          type: 'BOOLEAN',
          default: true,
          help: 'Encrypts the connection; the certificate of the server must be valid for its host',
        }),
      ],
    },
  ],
}
