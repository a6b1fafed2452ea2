import { headerFault, isHeaderValue, keyNameFaults, replaceUriNames } from './rules.ts'
import type { AuthenticationValues, ConnectorParameter, Endpoint, GivenParameter } from './schema.ts'

export type Pair = readonly [name: string, value: string]

/** One HTTP request of a connector, before paging and authentication are added. */
export interface ConnectorRequest {
  readonly method: 'GET' | 'POST'
  /** Without query. */
  readonly address: string
  /** What the address itself says after `?`, already encoded. */
  readonly ownQuery: string
  readonly query: readonly Pair[]
  readonly headers: readonly Pair[]
  readonly body: string | undefined
}

/** What a test or a pipeline says about an endpoint's parameters. */
export interface GivenValues {
  readonly uriParameters?: readonly GivenParameter[] | undefined
  readonly queryParameters?: readonly GivenParameter[] | undefined
  readonly headerParameters?: readonly GivenParameter[] | undefined
  readonly body?: string | undefined
}

export interface Prepared {
  readonly request: ConnectorRequest
  /** Every reason why it cannot be sent, one sentence each. */
  readonly faults: readonly string[]
}

/** The request of an endpoint with these values (decisions.md §12). Nothing is sent. */
export function prepareRequest(endpoint: Endpoint, given: GivenValues): Prepared {
  const uri = chosen(endpoint.uriParameters, given.uriParameters ?? [], 'URI parameter')
  const query = chosen(endpoint.queryParameters, given.queryParameters ?? [], 'query parameter')
  const headers = chosen(endpoint.headerParameters, given.headerParameters ?? [], 'header parameter')
  const body = given.body === undefined || given.body === '' ? endpoint.body : given.body
  const hasBody = endpoint.method === 'POST' && body !== undefined && body !== ''
  const faults = [
    ...uri.faults,
    ...query.faults,
    ...headers.faults,
    ...uri.pairs.flatMap(([name, value]) => segmentFault(name, value)),
    ...headers.pairs.flatMap(([name, value]) => headerFault(name, value)),
    ...(endpoint.method === 'GET' && (given.body ?? '') !== '' ? ['A GET has no body'] : []),
  ]
  const values = new Map(uri.pairs)
  const written = replaceUriNames(endpoint.url, (name) => encode(values.get(name) ?? ''))
  const sent = headers.pairs.filter(([, value]) => value !== '')
  return {
    request: {
      method: endpoint.method,
      ...splitAddress(written),
      query: query.pairs.filter(([, value]) => value !== ''),
      headers: withDefaults(sent, hasBody),
      body: hasBody ? body : undefined,
    },
    faults,
  }
}

/** Each row with the value that is sent: the given one where the row is configurable. */
function chosen(rows: readonly ConnectorParameter[], given: readonly GivenParameter[], what: string) {
  const faults: string[] = []
  for (const [index, { name, value }] of given.entries()) {
    const row = rows.find((one) => one.name === name)
    if (given.findIndex((one) => one.name === name) !== index)
      faults.push(`The ${what} ${name} is given twice`)
    else if (row === undefined) faults.push(`The endpoint has no ${what} ${name}${known(rows)}`)
    else if (row.configurable !== true && value !== row.value)
      faults.push(`The ${what} ${name} is a constant of the connector`)
  }
  const byName = new Map(given.map(({ name, value }) => [name, value]))
  const pairs = rows.map((row): Pair => {
    const own = row.configurable === true ? byName.get(row.name) : undefined
    return [row.name, own === undefined || own === '' ? (row.value ?? '') : own]
  })
  return { pairs, faults }
}

const known = (rows: readonly ConnectorParameter[]): string =>
  rows.length === 0 ? '' : `; it has ${rows.map(({ name }) => name).join(', ')}`

/** `.` and `..` would climb out of the path that the endpoint names, however they are written. */
function segmentFault(name: string, value: string): string[] {
  if (value === '') return [`The URI parameter ${name} needs a value`]
  return value === '.' || value === '..' ? [`The URI parameter ${name} must not be ${value}`] : []
}

function withDefaults(headers: readonly Pair[], hasBody: boolean): Pair[] {
  const has = (name: string) => headers.some(([one]) => one.toLowerCase() === name)
  return [
    ...headers,
    ...(has('accept') ? [] : [['accept', 'application/json'] as const]),
    ...(hasBody && !has('content-type') ? [['content-type', 'application/json'] as const] : []),
  ]
}

function splitAddress(text: string): { address: string; ownQuery: string } {
  const [withoutFragment = ''] = text.split('#', 1)
  const mark = withoutFragment.indexOf('?')
  return mark === -1
    ? { address: withoutFragment, ownQuery: '' }
    : { address: withoutFragment.slice(0, mark), ownQuery: withoutFragment.slice(mark + 1) }
}

/** The same request, sent to the whole address that a response named. */
export const redirected = (request: ConnectorRequest, url: string): ConnectorRequest => ({
  ...request,
  ...splitAddress(url),
  query: [],
})

/** Where the request goes, encoded (RFC 3986): a space is %20, `&`, `=` and `+` in a value stay in it. */
export function urlOf({ address, ownQuery, query }: ConnectorRequest): string {
  const replaced = new Set(query.map(([name]) => name))
  const own = ownQuery.split('&').filter((part) => part !== '' && !replaced.has(nameOf(part)))
  const parts = [...own, ...query.map(([name, value]) => `${encode(name)}=${encode(value)}`)]
  return parts.length === 0 ? address : `${address}?${parts.join('&')}`
}

const nameOf = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? ''

/** Percent-encodes everything but the unreserved characters (RFC 3986 §2.3). */
export const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Sets query parameters: whatever had their names before is replaced. */
export const withQuery = (request: ConnectorRequest, pairs: readonly Pair[]): ConnectorRequest => {
  const names = new Set(pairs.map(([name]) => name))
  return { ...request, query: [...request.query.filter(([name]) => !names.has(name)), ...pairs] }
}

export interface Authenticated extends Prepared {
  /** What must not be shown: the credentials in the form that was given and in the form that is sent. */
  readonly secrets: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Adds the credentials to a request (specification, "Authentication methods available to custom connectors").
 * `endpoint` says the name and place of an API key where `values` do not; for OAUTH `token` is the access token.
 */
export function authenticate(
  request: ConnectorRequest,
  values: AuthenticationValues,
  endpoint: Pick<Endpoint, 'authentication' | 'queryParameters' | 'headerParameters'>,
): Authenticated {
  const warnings =
    values.type !== 'NONE' && /^http:/i.test(request.address)
      ? [
          `The credentials travel readable to anyone on the way: ${request.address.split('/')[2]} is asked over http://, not https://`,
        ]
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

/** RFC 7617: user name and password in UTF-8, joined by a colon, which a user name therefore cannot have. */
function basic(request: ConnectorRequest, { username = '', password = '' }: AuthenticationValues): Added {
  const faults = []
  if (username === '') faults.push('Basic authentication needs a username')
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
    faults.push('The token has white space or characters that no header can carry')
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
  const addTo = values.addTo ?? endpoint.authentication.addTo ?? 'HEADER_PARAMETER'
  const { keyValue = '' } = values
  const faults = []
  if (keyName === '') faults.push('The API key needs a name (keyName)')
  else faults.push(...keyNameFaults(endpoint, keyName, addTo))
  if (keyValue === '') faults.push('The API key needs a value (keyValue)')
  const secrets = keyValue === '' ? [] : [keyValue, encode(keyValue)]
  if (addTo === 'QUERY_PARAMETER')
    return { request: withQuery(request, [[keyName, keyValue]]), faults, secrets }
  if (!isHeaderValue(keyValue)) faults.push('The API key has characters that no header can carry')
  const headers: Pair[] = [...request.headers, [keyName, keyValue]]
  return { request: { ...request, headers }, faults, secrets }
}
