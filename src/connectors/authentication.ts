import { percentEncode } from '../lib/percent-encode.ts'
import { type ConnectorRequest, type Pair, type Prepared, withQuery } from './prepare.ts'
import { isHeaderValue, keyNameFaults } from './rules.ts'
import type { AuthenticationValues, Endpoint } from './schema.ts'

export interface Authenticated extends Prepared {
  /** What must not be shown: the credentials in the form that was given and in the form that is sent. */
  readonly secrets: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Adds the credentials to a request (specification, "Authentication methods available to custom connectors").
 * `endpoint` says the name and place of an API key where `values` do not; for OAUTH `token` is the access
 * token.
 */
export function authenticate(
  request: ConnectorRequest,
  values: AuthenticationValues,
  endpoint: Pick<Endpoint, 'authentication' | 'queryParameters' | 'headerParameters'>,
): Authenticated {
  const warnings =
    values.type !== 'NONE' && /^http:/i.test(request.address)
      ? [`Credentials are sent unencrypted: ${request.address.split('/')[2]} uses http://`]
      : []
  return { ...added(request, values, endpoint), warnings }
}

type Added = Omit<Authenticated, 'warnings'>

function added(
  request: ConnectorRequest,
  values: AuthenticationValues,
  endpoint: Pick<Endpoint, 'authentication' | 'queryParameters' | 'headerParameters'>,
): Added {
  switch (values.type) {
    case 'NONE':
      return { request, faults: [], secrets: [] }
    case 'BASIC':
      return basic(request, values)
    case 'BEARER_TOKEN':
    case 'OAUTH':
      return bearer(request, values.token)
    case 'API_KEY':
      return apiKey(request, values, endpoint)
  }
}

/**
 * RFC 7617: user name and password in UTF-8, joined by a colon, which a user name therefore cannot have; it
 * may be empty.
 */
function basic(request: ConnectorRequest, { username = '', password = '' }: AuthenticationValues): Added {
  const faults = []
  if (username.includes(':')) faults.push('A username must not contain a colon (RFC 7617)')
  if (hasControl(username) || hasControl(password))
    faults.push('Username and password must not contain control characters (RFC 7617)')
  const encoded = Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
  const secrets = [password, encoded].filter((one) => one !== '')
  return { ...withAuthorization(request, `Basic ${encoded}`, faults), secrets }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

function bearer(request: ConnectorRequest, token = ''): Added {
  const faults = token === '' ? ['The token is missing'] : []
  if (!isHeaderValue(token) || /\s/.test(token))
    faults.push('The token contains spaces or characters that a header cannot carry')
  return { ...withAuthorization(request, `Bearer ${token}`, faults), secrets: token === '' ? [] : [token] }
}

function withAuthorization(request: ConnectorRequest, value: string, faults: string[]): Prepared {
  if (request.headers.some(([name]) => name.toLowerCase() === 'authorization'))
    faults.push('There is already a header parameter Authorization; remove it, or authenticate with it alone')
  return { request: { ...request, headers: [...request.headers, ['authorization', value]] }, faults }
}

function apiKey(
  request: ConnectorRequest,
  values: AuthenticationValues,
  endpoint: Pick<Endpoint, 'authentication' | 'queryParameters' | 'headerParameters'>,
): Added {
  const keyName = values.keyName ?? endpoint.authentication.keyName ?? ''
  const addTo = values.addTo ?? endpoint.authentication.addTo
  const { keyValue = '' } = values
  const faults = []
  if (keyName === '') faults.push('The API key needs a name (keyName)')
  else faults.push(...keyNameFaults(endpoint, keyName, addTo))
  if (addTo === undefined)
    faults.push('The API key needs a location (addTo): QUERY_PARAMETER or HEADER_PARAMETER')
  if (keyValue === '') faults.push('The API key needs a value (keyValue)')
  const secrets = keyValue === '' ? [] : [keyValue, percentEncode(keyValue)]
  if (addTo === 'QUERY_PARAMETER')
    return { request: withQuery(request, [[keyName, keyValue]]), faults, secrets }
  if (!isHeaderValue(keyValue)) faults.push('The API key contains characters that a header cannot carry')
  const headers: Pair[] = [...request.headers, [keyName, keyValue]]
  return { request: { ...request, headers }, faults, secrets }
}
