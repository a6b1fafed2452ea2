import type { SnowflakeConnection } from '../../warehouses/snowflake/connection.ts'
import { stagingPlace } from './staging-place.ts'

/**
 * The connection of type SNOWFLAKE whose secrets are values already. Throws an Error that says what is
 * missing.
 */
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
    staging: stagingOf(given, text('stage')),
  }
}

const stageName = /^("([^"]|"")+"|[\w$]+)(\.("([^"]|"")+"|[\w$]+)){0,2}$/

function stagingOf(
  given: Readonly<Record<string, unknown>>,
  stage: string | undefined,
): SnowflakeConnection['staging'] {
  const place = stagingPlace(given)
  if (place === undefined && stage === undefined) return undefined
  if (place === undefined)
    throw new Error("The connection's stage needs stagingUrl, the folder in S3 that it is")
  if (stage === undefined)
    throw new Error("The connection's stagingUrl needs stage, the stage that is this folder")
  if (!stageName.test(stage))
    throw new Error(
      `The connection's stage: "${stage}" is not the name of a stage such as SALES.PUBLIC.HEADRACE`,
    )
  return { ...place, stage }
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
