import type { SnowflakeConnection } from '../../warehouses/snowflake/connection.ts'

/** The connection of type SNOWFLAKE whose secrets are values already. Throws an Error that says what is missing. */
export function snowflakeConnection(
  given: Readonly<Record<string, unknown>>,
  databases: SnowflakeConnection['databases'],
): SnowflakeConnection {
  const text = (key: string) =>
    typeof given[key] === 'string' && given[key] !== '' ? String(given[key]) : undefined
  const account = text('account')
  const user = text('user')
  const database = text('database')
  if (account === undefined || user === undefined || database === undefined)
    throw new Error("The environment's connection lacks account, user or database")
  return {
    type: 'SNOWFLAKE',
    account,
    url: text('url'),
    user,
    signIn: signInOf(text),
    warehouse: text('warehouse'),
    role: text('role'),
    database,
    schema: text('schema'),
    databases,
  }
}

function signInOf(text: (key: string) => string | undefined): SnowflakeConnection['signIn'] {
  const privateKey = text('privateKey')
  if (privateKey !== undefined) return { kind: 'key', privateKey, passphrase: text('passphrase') }
  const accessToken = text('accessToken')
  if (accessToken !== undefined) return { kind: 'access-token', token: accessToken }
  const oauthToken = text('oauthToken')
  if (oauthToken !== undefined) return { kind: 'oauth', token: oauthToken }
  const password = text('password')
  if (password !== undefined) return { kind: 'password', password }
  throw new Error("The environment's connection has no key, token or password")
}
