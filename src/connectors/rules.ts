import { repeated } from '../lib/repeated.ts'
import { readPath } from './json-path.ts'
import type { AuthenticationValues, ConnectorParameter, NewEndpoint, Pagination } from './schema.ts'

const uriPlaceholder = /\{([^{}]*)\}/g
const addressWithHost = /^[a-z]+:\/\/[^/\\?#{\s]+([/\\?#]|$)/i
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** They belong to the connection, or are made from the other parts of the request. */
const reservedHeaders = new Set([
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
])

/** Names in braces in an endpoint's address, in order. */
export const uriNames = (url: string): string[] => [...url.matchAll(uriPlaceholder)].map(([, name]) => name!)

/** The address with every `{name}` replaced by what `value` answers. */
export const replaceUriNames = (url: string, value: (name: string) => string): string =>
  url.replaceAll(uriPlaceholder, (_, name: string) => value(name))

/** Every fault of an endpoint beyond its schema, one sentence each; `at` is its place in the request. */
export function endpointFaults(endpoint: NewEndpoint, at: string): string[] {
  return [
    ...urlFaults(endpoint, at),
    ...parameterFaults(endpoint.queryParameters ?? [], `${at}/queryParameters`),
    ...headerFaults(endpoint.headerParameters ?? [], `${at}/headerParameters`),
    ...(endpoint.method === 'GET' && (endpoint.body ?? '') !== ''
      ? [`${at}/body requires POST; a GET has no body`]
      : []),
    ...authenticationFaults(endpoint, `${at}/authentication`),
    ...responseFaults(endpoint, `${at}/response`),
    ...paginationFaults(endpoint, `${at}/pagination`),
  ]
}

function urlFaults({ url, uriParameters = [] }: NewEndpoint, at: string): string[] {
  const faults = webAddressFaults(
    replaceUriNames(url, () => 'x'),
    `${at}/url`,
  )
  if (url.includes('{') && !addressWithHost.test(url))
    faults.push(`${at}/url must contain its host; only the path may have parameters`)
  const inUrl = new Set(uriNames(url))
  const declared = new Set(uriParameters.map(({ name }) => name))
  if (inUrl.has('')) faults.push(`${at}/url has a parameter without a name: {}`)
  for (const name of inUrl) {
    if (name !== '' && !declared.has(name))
      faults.push(`${at}/uriParameters must have ${name}, which the url uses`)
  }
  for (const name of declared) {
    if (!inUrl.has(name))
      faults.push(`${at}/uriParameters has ${name}, which the url does not use as {${name}}`)
  }
  return [
    ...faults,
    ...repeatedFaults(uriParameters, `${at}/uriParameters`),
    ...parameterFaults(uriParameters, `${at}/uriParameters`),
  ]
}

/** Why `text` is no address that a request can be sent to; empty when it is one. */
export function webAddressFaults(text: string, at: string): string[] {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return [`${at} must be an address that begins with http:// or https://`]
  return url.username !== '' || url.password !== ''
    ? [`${at} must not contain a user name or password; use authentication`]
    : []
}

const parameterFaults = (rows: readonly ConnectorParameter[], at: string): string[] =>
  rows
    .filter(({ value, configurable }) => (value ?? '') === '' && configurable !== true)
    .map(({ name }) => `${at}: ${name} needs a value, or must be configurable`)

const repeatedFaults = (rows: readonly ConnectorParameter[], at: string): string[] =>
  repeated(rows, ({ name }) => name.toLowerCase()).map(({ name }) => `${at} has ${name} more than once`)

function headerFaults(rows: readonly ConnectorParameter[], at: string): string[] {
  return [
    ...repeatedFaults(rows, at),
    ...parameterFaults(rows, at),
    ...rows.flatMap(({ name, value }) => headerFault(name, value ?? '').map((fault) => `${at}: ${fault}`)),
  ]
}

/** Why a header cannot be sent; empty when it can. */
export function headerFault(name: string, value: string): string[] {
  if (!token.test(name)) return [`${name} is not a valid header name`]
  if (reservedHeaders.has(name.toLowerCase())) return [`${name} is set by the connection itself`]
  return isHeaderValue(value) ? [] : [`the value of ${name} contains characters that a header cannot carry`]
}

/** Bytes of Latin-1 without line ends and other control characters (RFC 9110 §5.5). */
export const isHeaderValue = (value: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)

function authenticationFaults(endpoint: NewEndpoint, at: string): string[] {
  const { type = 'NONE', keyName, addTo, oauthIds } = endpoint.authentication ?? {}
  const faults: string[] = []
  if (type !== 'API_KEY' && (keyName ?? addTo) !== undefined)
    faults.push(`${at}: keyName and addTo require API_KEY`)
  if (type !== 'OAUTH' && oauthIds !== undefined) faults.push(`${at}: oauthIds require OAUTH`)
  if (oauthIds !== undefined && new Set(oauthIds).size < oauthIds.length)
    faults.push(`${at}/oauthIds must not repeat an entry`)
  if (keyName !== undefined)
    faults.push(...keyNameFaults(endpoint, keyName, addTo).map((one) => `${at}/${one}`))
  return faults
}

/** The key's name must be unique among the parameters it joins (specification, API Key). */
export function keyNameFaults(
  endpoint: Pick<NewEndpoint, 'queryParameters' | 'headerParameters'>,
  keyName: string,
  addTo: AuthenticationValues['addTo'],
): string[] {
  if (addTo === 'HEADER_PARAMETER') {
    const taken = (endpoint.headerParameters ?? []).some(
      ({ name }) => name.toLowerCase() === keyName.toLowerCase(),
    )
    return [
      ...headerFault(keyName, '').map((fault) => `keyName: ${fault}`),
      ...(taken ? [`keyName: there is already a header parameter ${keyName}`] : []),
    ]
  }
  const taken = (endpoint.queryParameters ?? []).some(({ name }) => name === keyName)
  return taken ? [`keyName: there is already a query parameter ${keyName}`] : []
}

function responseFaults({ response }: NewEndpoint, at: string): string[] {
  const { structure = [], repeatingElement } = response ?? {}
  const faults = structure
    .filter(({ path }) => readPath(path) === undefined)
    .map(({ path }) => `${at}/structure: ${path} is not a path such as $.data.items[*].id`)
  if (repeatingElement !== undefined && readPath(repeatingElement) === undefined)
    faults.push(`${at}/repeatingElement must be a path such as $.data.items`)
  return faults
}

type Field = Exclude<keyof Pagination, 'type'>

/** What each type must have, and may have. */
const paginationFields: Readonly<
  Record<Pagination['type'], { readonly needs: readonly Field[]; readonly may: readonly Field[] }>
> = {
  NONE: { needs: [], may: [] },
  PAGE: { needs: ['pageParameter'], may: ['startPage', 'pageSizeParameter', 'pageSize', 'hasMore', 'addTo'] },
  OFFSET: {
    needs: ['offsetParameter'],
    may: ['startOffset', 'pageSizeParameter', 'pageSize', 'hasMore', 'addTo'],
  },
  CURSOR: {
    needs: ['cursorParameter', 'cursor'],
    may: ['pageSizeParameter', 'pageSize', 'hasMore', 'addTo'],
  },
  LINK_HEADER: { needs: [], may: ['rel', 'pageSizeParameter', 'pageSize'] },
  RELATIVE_PATH: { needs: ['nextPage'], may: ['baseUri', 'pageSizeParameter', 'pageSize'] },
  FULL_PATH: { needs: ['nextPage'], may: ['pageSizeParameter', 'pageSize'] },
}

function paginationFaults({ pagination, method, url }: NewEndpoint, at: string): string[] {
  if (pagination === undefined) return []
  const { type, ...fields } = pagination
  const { needs, may } = paginationFields[type]
  const given = Object.keys(fields) as Field[]
  const faults = needs
    .filter((name) => fields[name] === undefined)
    .map((name) => `${at}/${name} is required for ${type}`)
  for (const name of given) {
    if (!needs.includes(name) && !may.includes(name)) faults.push(`${at}/${name} does not apply to ${type}`)
  }
  if ((fields.pageSize === undefined) !== (fields.pageSizeParameter === undefined))
    faults.push(`${at}: pageSize and pageSizeParameter require each other`)
  if (fields.addTo === 'BODY' && method !== 'POST') faults.push(`${at}/addTo BODY requires POST`)
  for (const name of ['hasMore', 'nextPage', 'cursor'] as const) {
    const path = fields[name]?.replace(/^@/, '$')
    if (path !== undefined && readPath(path) === undefined)
      faults.push(`${at}/${name} must be a path such as $.paging.next`)
  }
  if (fields.baseUri !== undefined) faults.push(...baseUriFaults(fields.baseUri, url, `${at}/baseUri`))
  return faults
}

/** The credentials of an endpoint go to its own host only, so its next pages must be there. */
function baseUriFaults(baseUri: string, url: string, at: string): string[] {
  const faults = webAddressFaults(baseUri, at)
  const own = URL.parse(replaceUriNames(url, () => 'x'))?.origin
  return faults.length > 0 || own === undefined || new URL(baseUri).origin === own
    ? faults
    : [`${at} must begin with ${own}, where the endpoint is and its credentials are sent`]
}
