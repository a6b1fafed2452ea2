import {
  type ConnectionAuthType,
  type ConnectionProperty,
  type ConnectionProvider,
  optional,
  required,
  secret,
} from '../provider.ts'
import { stagingProperties } from './staging-properties.ts'

const account = [
  required('account', 'Account identifier', {
    help: 'Organization and account with a hyphen between, such as acme-sales, as in https://acme-sales.snowflakecomputing.com',
  }),
  optional('url', 'URL', {
    type: 'URL',
    help: 'Where the account answers, such as that of a private link; its public address when empty',
  }),
  required('user', 'User', { help: 'User to sign in as; a service user for programs' }),
]

const place = [
  optional('warehouse', 'Warehouse', {
    help: 'Warehouse that runs the SQL; the default of the user when empty',
  }),
  optional('role', 'Role', { help: 'Role whose grants hold; the default of the user when empty' }),
  required('database', 'Database', { help: 'Database that bare names mean' }),
  optional('schema', 'Schema', { default: 'PUBLIC', help: 'Schema of tables that are named without one' }),
]

const staging = stagingProperties(
  'travel beside statements',
  optional('stage', 'Stage', {
    help: 'External stage that is the folder, such as SALES.PUBLIC.HEADRACE, from which Snowflake copies the rows',
  }),
)

const authType = (
  name: string,
  title: string,
  ...secrets: readonly ConnectionProperty[]
): ConnectionAuthType => ({
  authType: name,
  title,
  properties: [...account, ...secrets, ...place, ...staging],
})

/** Snowflake: for an environment's SQL. */
export const snowflake: ConnectionProvider = {
  authProvider: 'SNOWFLAKE',
  title: 'Snowflake',
  platformConnectionTypes: ['DWH'],
  authTypes: [
    authType(
      'KEY_PAIR',
      'Key pair',
      secret('privateKey', 'Private key', {
        required: true,
        help: 'Secret that holds the RSA key as a PEM file (PKCS #8)',
      }),
      secret('passphrase', 'Passphrase', {
        required: false,
        help: 'Secret that holds the passphrase of an encrypted key',
      }),
    ),
    authType(
      'ACCESS_TOKEN',
      'Programmatic access token',
      secret('accessToken', 'Access token', { required: true, help: 'Secret that holds the token' }),
    ),
    authType(
      'OAUTH_TOKEN',
      'OAuth token',
      secret('oauthToken', 'OAuth token', {
        required: true,
        help: 'Secret that holds an access token of an authorization server that the account trusts',
      }),
    ),
    authType(
      'USER_PASSWORD',
      'User and password',
      secret('password', 'Password', { required: true, help: 'Secret that holds the password' }),
    ),
  ],
}
