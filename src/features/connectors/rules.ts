import { endpointFaults, replaceUriNames } from '../../connectors/rules.ts'
import type { Endpoint, NewEndpoint } from '../../connectors/schema.ts'
import { badRequest } from '../../lib/problem.ts'
import type { ExportedOAuth } from '../oauths/schema.ts'
import type { OAuthUse } from '../oauths/service.ts'
import {
  type Connector,
  type ConnectorChange,
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedConnector,
  type NewConnector,
} from './schema.ts'

/**
 * The connector that a request describes, what it does not say filled in. Throws `bad-request` with every
 * fault.
 */
export function connectorFrom(
  { name, endpoints }: NewConnector,
  connectorId: string,
  newId: () => string,
): Connector {
  const faults = [
    ...endpoints.flatMap((endpoint, index) => endpointFaults(endpoint, `body/endpoints/${index}`)),
    ...repeated(
      endpoints.map((one) => one.name.toLowerCase()),
      'name',
    ),
    ...repeated(
      endpoints.map((one) => one.endpointId),
      'endpointId',
    ),
  ]
  if (faults.length > 0) throw badRequest(faults)
  return { connectorId, name, endpoints: endpoints.map((one) => complete(one, newId)) }
}

/** The endpoint of a test that was not saved; throws `bad-request` for what could not be saved. */
export function endpointFrom(wanted: NewEndpoint, newId: () => string): Endpoint {
  const faults = endpointFaults(wanted, 'body/endpoint')
  if (faults.length > 0) throw badRequest(faults)
  return complete(wanted, newId)
}

function repeated(values: readonly (string | undefined)[], field: string): string[] {
  return values.flatMap((value, index) =>
    value !== undefined && values.indexOf(value) !== index
      ? [`body/endpoints/${index}/${field} is already used by another endpoint`]
      : [],
  )
}

const complete = (endpoint: NewEndpoint, newId: () => string): Endpoint => ({
  endpointId: endpoint.endpointId ?? newId(),
  name: endpoint.name,
  method: endpoint.method,
  url: endpoint.url,
  authentication: endpoint.authentication ?? { type: 'NONE' },
  uriParameters: endpoint.uriParameters ?? [],
  queryParameters: endpoint.queryParameters ?? [],
  headerParameters: endpoint.headerParameters ?? [],
  ...(endpoint.body !== undefined && { body: endpoint.body }),
  response: endpoint.response ?? {},
  pagination: endpoint.pagination ?? { type: 'NONE' },
})

/** A copy under another name: endpoints get ids of their own. */
export const copyOf = (connector: Connector, name: string, newId: () => string): Connector => ({
  connectorId: newId(),
  name,
  endpoints: connector.endpoints.map((endpoint) => ({ ...endpoint, endpointId: newId() })),
})

/** The id in the body of a change may only repeat that of the path. */
export function idFaults({ connectorId }: ConnectorChange, id: string): string[] {
  return connectorId === undefined || connectorId === id
    ? []
    : [`body/connectorId is ${connectorId}, but the path has ${id}`]
}

/** Every OAuth entry that the connector's endpoints may use, once. */
export const oauthIdsOf = ({ endpoints }: Pick<NewConnector, 'endpoints'>): string[] => [
  ...new Set(endpoints.flatMap(({ authentication }) => authentication?.oauthIds ?? [])),
]

/** Every use of an OAuth entry, with the host it would be sent to. */
export const oauthUsesOf = ({ endpoints }: Connector): OAuthUse[] =>
  endpoints.flatMap(({ url, authentication }, index) =>
    (authentication.oauthIds ?? []).map((oauthId) => ({
      oauthId,
      host: new URL(replaceUriNames(url, () => 'x')).host,
      at: `body/endpoints/${index}/authentication/oauthIds`,
    })),
  )

/** Its owner stays behind: another installation has other projects. */
export const exported = (
  { projectId: _, ...connector }: Connector,
  oauths: ExportedOAuth[],
): ExportedConnector => ({
  format: EXPORT_FORMAT,
  version: EXPORT_VERSION,
  connector,
  oauths,
})

/** The connector with those OAuth entries only that are among `ids`. */
export const withOnlyOAuths = (connector: Connector, ids: ReadonlySet<string>): Connector => ({
  ...connector,
  endpoints: connector.endpoints.map((endpoint) => {
    const { oauthIds, ...authentication } = endpoint.authentication
    if (oauthIds === undefined) return endpoint
    return {
      ...endpoint,
      authentication: { ...authentication, oauthIds: oauthIds.filter((id) => ids.has(id)) },
    }
  }),
})

/** The endpoints with the ids that their OAuth entries have here. */
export const withOAuthIds = (connector: NewConnector, idHere: ReadonlyMap<string, string>): NewConnector => ({
  ...connector,
  endpoints: connector.endpoints.map((endpoint) => {
    const ids = endpoint.authentication?.oauthIds
    if (ids === undefined) return endpoint
    const oauthIds = ids.map((id) => idHere.get(id.toLowerCase()) ?? id)
    return { ...endpoint, authentication: { ...endpoint.authentication!, oauthIds } }
  }),
})
