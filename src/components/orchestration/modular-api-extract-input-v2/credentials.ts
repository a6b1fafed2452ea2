import { replaceUriNames } from '../../../connectors/rules.ts'
import type { AuthenticationValues, Endpoint } from '../../../connectors/schema.ts'
import type { StepContext } from '../../component.ts'
import type { NamedCredentials } from './settings.ts'

/** The credentials of an extraction. */
export interface Credentials {
  readonly values: AuthenticationValues
  /** Another token after the API rejected the current one; undefined when that cannot help. */
  readonly renewed: (() => Promise<AuthenticationValues>) | undefined
}

/**
 * Secrets and tokens for one extraction. `type` is that of the endpoint where the pipeline says none. Answers
 * what is missing, one sentence each.
 */
export async function findCredentials(
  context: StepContext,
  endpoint: Endpoint,
  named: NamedCredentials,
): Promise<Credentials | { readonly faults: readonly string[] }> {
  const type = named.type ?? endpoint.authentication.type
  if (type === 'OAUTH') return oauthCredentials(context, endpoint, named.oauth)
  const faults: string[] = []
  const secret = async (name: string | undefined, what: string): Promise<string> => {
    const value = name === undefined ? undefined : await context.secret(name)
    if (name === undefined) faults.push(`${type} needs the name of a secret as ${what}`)
    else if (value === undefined) faults.push(`There is no secret named "${name}" for the ${what}`)
    return value ?? ''
  }
  const values = await valuesOf(type, named, secret)
  return faults.length > 0 ? { faults } : { values, renewed: undefined }
}

async function valuesOf(
  type: AuthenticationValues['type'],
  { username = '', password, token, keyName, keyValue, addTo }: NamedCredentials,
  secret: (name: string | undefined, what: string) => Promise<string>,
): Promise<AuthenticationValues> {
  switch (type) {
    case 'BASIC':
      return { type, username, password: await secret(password, 'password') }
    case 'BEARER_TOKEN':
      return { type, token: await secret(token, 'token') }
    case 'API_KEY': {
      const placed = { ...(keyName !== undefined && { keyName }), ...(addTo !== undefined && { addTo }) }
      return { type, keyValue: await secret(keyValue, 'key value'), ...placed }
    }
    default:
      return { type: 'NONE' }
  }
}

async function oauthCredentials(
  context: StepContext,
  { authentication, name, url }: Endpoint,
  wanted: string | undefined,
): Promise<Credentials | { readonly faults: readonly string[] }> {
  const attached = authentication.oauthIds ?? []
  const entry = wanted ?? (attached.length === 1 ? attached[0] : undefined)
  if (entry === undefined) {
    const how = attached.length === 0 ? 'names none' : `may use ${attached.length}`
    return { faults: [`Choose an OAuth entry: the endpoint ${name} ${how}`] }
  }
  try {
    const { host } = new URL(replaceUriNames(url, () => 'x')) // parameters occur in the path, never in the host
    let token = await context.oauthToken(entry, host)
    const renewed = async (): Promise<AuthenticationValues> => {
      token = await context.oauthToken(entry, host, await digestOf(token))
      return { type: 'OAUTH', token }
    }
    return { values: { type: 'OAUTH', token }, renewed }
  } catch (error) {
    context.signal.throwIfAborted()
    return { faults: [(error as Error).message] }
  }
}

/** Names a token without telling it: SHA-256 in base64url. */
async function digestOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(token))
  return Buffer.from(digest).toString('base64url')
}
