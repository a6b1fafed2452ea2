import type {
  AddTo,
  AuthenticationType,
  Connector,
  ConnectorChange,
  Endpoint,
  StructureField,
} from '../wire.ts'
import { draftOfPagination, type PaginationDraft, paginationOf } from './pagination.ts'

type Parameter = Endpoint['queryParameters'][number]
type EndpointChange = ConnectorChange['endpoints'][number]

/** A row of a parameter table; `key` identifies it while the user edits name and value. */
export interface Row {
  readonly key: string
  readonly name: string
  readonly value: string
  readonly isConfigurable: boolean
}

/** An endpoint as the form holds it. */
export interface EndpointDraft {
  /** Identifies the endpoint in the form, before and after saving gives it its id. */
  readonly key: string
  readonly endpointId: string | undefined
  readonly name: string
  readonly method: Endpoint['method']
  readonly url: string
  readonly authentication: {
    readonly type: AuthenticationType
    readonly keyName: string
    readonly addTo: AddTo
    readonly oauthIds: readonly string[]
  }
  /**
   * Every URI parameter the URL has named so far: a name that returns after a correction finds its value
   * again.
   */
  readonly uriRows: readonly Row[]
  readonly queryRows: readonly Row[]
  readonly headerRows: readonly Row[]
  readonly body: string
  readonly structure: readonly StructureField[]
  readonly repeatingElement: string
  readonly pagination: PaginationDraft
}

export interface ConnectorDraft {
  readonly name: string
  readonly endpoints: readonly EndpointDraft[]
}

export const newRow = (name = '', isConfigurable = false): Row => ({
  key: crypto.randomUUID(),
  name,
  value: '',
  isConfigurable,
})

const rowOf = ({ name, value, configurable }: Parameter): Row => ({
  ...newRow(name, configurable === true),
  value: value ?? '',
})

export const newEndpoint = (name: string): EndpointDraft => ({
  key: crypto.randomUUID(),
  endpointId: undefined,
  name,
  method: 'GET',
  url: '',
  body: '',
  authentication: { type: 'NONE', keyName: '', addTo: 'HEADER_PARAMETER', oauthIds: [] },
  uriRows: [],
  queryRows: [],
  headerRows: [],
  structure: [],
  repeatingElement: '',
  pagination: { type: 'NONE', fields: {} },
})

/** A copy that saving creates as a new endpoint. */
export const copyOf = (endpoint: EndpointDraft): EndpointDraft => ({
  ...endpoint,
  key: crypto.randomUUID(),
  endpointId: undefined,
  name: `${endpoint.name} (copy)`,
})

export const draftOf = ({ name, endpoints }: Connector): ConnectorDraft => ({
  name,
  endpoints: endpoints.map((endpoint) => ({
    key: endpoint.endpointId,
    endpointId: endpoint.endpointId,
    name: endpoint.name,
    method: endpoint.method,
    url: endpoint.url,
    body: endpoint.body ?? '',
    authentication: {
      type: endpoint.authentication.type,
      keyName: endpoint.authentication.keyName ?? '',
      addTo: endpoint.authentication.addTo ?? 'HEADER_PARAMETER',
      oauthIds: endpoint.authentication.oauthIds ?? [],
    },
    uriRows: endpoint.uriParameters.map(rowOf),
    queryRows: endpoint.queryParameters.map(rowOf),
    headerRows: endpoint.headerParameters.map(rowOf),
    structure: endpoint.response.structure ?? [],
    repeatingElement: endpoint.response.repeatingElement ?? '',
    pagination: draftOfPagination(endpoint.pagination),
  })),
})

/** The URI parameters that the URL names, in its order. A name that is new there is configurable. */
export function uriRowsOf({ url, uriRows }: Pick<EndpointDraft, 'url' | 'uriRows'>): Row[] {
  const names = new Set([...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!))
  return [...names].map(
    (name) => uriRows.find((row) => row.name === name) ?? { ...newRow(name, true), key: `new ${name}` },
  )
}

/** The body that stores the draft. */
export const changeOf = ({ name, endpoints }: ConnectorDraft): ConnectorChange => ({
  name,
  endpoints: endpoints.map(endpointOf),
})

/** The endpoint as the API takes it. */
export const endpointOf = (draft: EndpointDraft): EndpointChange => ({
  ...(draft.endpointId !== undefined && { endpointId: draft.endpointId }),
  name: draft.name,
  method: draft.method,
  url: draft.url,
  authentication: authenticationOf(draft),
  uriParameters: uriRowsOf(draft).map(parameterOf),
  queryParameters: draft.queryRows.map(parameterOf),
  headerParameters: draft.headerRows.map(parameterOf),
  ...(draft.method === 'POST' && draft.body !== '' && { body: draft.body }),
  response: {
    ...(draft.structure.length > 0 && { structure: [...draft.structure] }),
    ...(draft.repeatingElement !== '' && { repeatingElement: draft.repeatingElement }),
  },
  pagination: paginationOf(draft.pagination),
})

const parameterOf = ({ name, value, isConfigurable }: Row): Parameter => ({
  name,
  ...(value !== '' && { value }),
  ...(isConfigurable && { configurable: true }),
})

function authenticationOf({ authentication }: EndpointDraft): Endpoint['authentication'] {
  const { type, keyName, addTo, oauthIds } = authentication
  if (type === 'API_KEY') return { type, ...(keyName !== '' && { keyName }), addTo }
  return type === 'OAUTH' ? { type, oauthIds: [...oauthIds] } : { type }
}

/** Whether storing both would give the same connector, so that there is nothing to save. */
export const isSame = (one: ConnectorDraft, other: ConnectorDraft): boolean =>
  JSON.stringify(changeOf(one)) === JSON.stringify(changeOf(other))

/**
 * The draft with the ids that saving gave to its endpoints. `sent` is the draft that was saved, in the order
 * of `saved`; the user may have changed `draft` since, so endpoints are matched by key.
 */
export function withIds(draft: ConnectorDraft, sent: ConnectorDraft, saved: Connector): ConnectorDraft {
  const idByKey = new Map(sent.endpoints.map(({ key }, index) => [key, saved.endpoints[index]?.endpointId]))
  return {
    ...draft,
    endpoints: draft.endpoints.map((endpoint) => ({
      ...endpoint,
      endpointId: endpoint.endpointId ?? idByKey.get(endpoint.key),
    })),
  }
}
