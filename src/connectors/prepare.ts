import { percentEncode } from '../lib/percent-encode.ts'
import { numberText, parseWritten } from '../lib/written-json.ts'
import { headerFault, replaceUriNames } from './rules.ts'
import type { ConnectorParameter, Endpoint, GivenParameter } from './schema.ts'

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
    ...(hasBody && endpoint.pagination.addTo === 'BODY' && jsonObject(body) === undefined
      ? ['The body must be a JSON object, because the parameters of the pagination are added to it']
      : []),
  ]
  const values = new Map(uri.pairs)
  const written = replaceUriNames(endpoint.url, (name) => percentEncode(values.get(name) ?? ''))
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

/** The JSON object that a body is, as `parseWritten` makes it; undefined for all other bodies. */
export function jsonObject(body: string | undefined): object | undefined {
  const value = body === undefined ? undefined : parsed(body)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && numberText(value) === undefined ? value : undefined
}

/** JSON as `parseWritten` makes it; undefined for all other texts. */
export function parsed(text: string): unknown {
  try {
    return parseWritten(text)
  } catch {
    return undefined
  }
}

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
  const parts = [...own, ...query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)]
  return parts.length === 0 ? address : `${address}?${parts.join('&')}`
}

const nameOf = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? ''

/** Sets query parameters: whatever had their names before is replaced. */
export const withQuery = (request: ConnectorRequest, pairs: readonly Pair[]): ConnectorRequest => {
  const names = new Set(pairs.map(([name]) => name))
  return { ...request, query: [...request.query.filter(([name]) => !names.has(name)), ...pairs] }
}
