import Type, { type Static } from 'typebox'
import {
  AuthenticationValues,
  Endpoint,
  GivenParameters,
  MAX_ENDPOINTS,
  NewEndpoint,
  StructureField,
} from '../../connectors/schema.ts'
import { PageQuery, pageOf } from '../../http/page.ts'
import { ExportedOAuth } from '../oauths/schema.ts'
import { OwnerId, UsableIn, WantedOwnerId } from '../ownership/schema.ts'

/** Wire shapes of decisions.md §12, connectors. */

const Uuid = Type.String({ format: 'uuid' })
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const strict = { additionalProperties: false } as const
export const MAX_CONNECTOR_BODY_BYTES = 4 * 1024 * 1024
export const EXPORT_FORMAT = 'headrace-connector'
export const EXPORT_VERSION = 1

export const Connector = Type.Object({
  connectorId: Uuid,
  projectId: Type.Optional(OwnerId),
  name: Type.String(),
  endpoints: Type.Array(Endpoint),
})
export const NewConnector = Type.Object(
  {
    projectId: Type.Optional(WantedOwnerId),
    name: Name,
    endpoints: Type.Array(NewEndpoint, { maxItems: MAX_ENDPOINTS }),
  },
  strict,
)
/** What reading a connector gives can be sent back: ids in the body must then be those it has. */
export const ConnectorChange = Type.Object(
  {
    connectorId: Type.Optional(Uuid),
    projectId: Type.Optional(OwnerId),
    name: Name,
    endpoints: Type.Array(NewEndpoint, { maxItems: MAX_ENDPOINTS }),
  },
  strict,
)
export const ConnectorPage = pageOf(Connector)
const FlexConnector = Type.Object({ connectorId: Type.String({ format: 'uuid' }), name: Type.String() })
export const FlexConnectorPage = pageOf(FlexConnector)
export const ConnectorQuery = Type.Object({ ...PageQuery.properties, ...UsableIn.properties })
export const ConnectorPath = Type.Object({ connectorId: Uuid })
export const EndpointPath = Type.Object({ connectorId: Uuid, endpointId: Uuid })
export const Duplicate = Type.Object(
  { name: Type.Optional(Name), projectId: Type.Optional(WantedOwnerId) },
  strict,
)

/** A connector on its way to another installation: everything but secrets. */
export const ExportedConnector = Type.Object(
  {
    format: Type.Enum([EXPORT_FORMAT]),
    version: Type.Integer({ minimum: 1, maximum: EXPORT_VERSION }),
    connector: ConnectorChange,
    oauths: Type.Array(ExportedOAuth, { maxItems: 1_000 }),
  },
  strict,
)
export const ImportedConnector = Type.Object(
  { ...ExportedConnector.properties, projectId: Type.Optional(WantedOwnerId) },
  strict,
)

export const TestRequest = Type.Object(
  {
    authentication: AuthenticationValues,
    uriParameters: Type.Optional(GivenParameters),
    queryParameters: Type.Optional(GivenParameters),
    headerParameters: Type.Optional(GivenParameters),
    body: Type.Optional(Type.String({ maxLength: 100_000 })),
  },
  { ...strict, description: 'The values given here are used once and not stored' },
)
export const UnsavedTest = Type.Object(
  { endpoint: NewEndpoint, test: TestRequest },
  { ...strict, description: 'Neither the endpoint nor the values are stored' },
)
export const TestAnswer = Type.Object({
  status: Type.Optional(Type.Integer({ description: 'Absent when there was no response; `error` says why' })),
  statusText: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  url: Type.String({ description: 'The request, credentials masked' }),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  body: Type.String({ description: 'Up to 1 MiB' }),
  bodyTruncated: Type.Boolean(),
  durationMs: Type.Integer(),
  structure: Type.Array(StructureField),
  repeatingElements: Type.Array(Type.String(), { description: 'Lists found in the body' }),
  elementCount: Type.Optional(Type.Integer({ description: 'Elements of the repeating element' })),
  nextPage: Type.Optional(Type.String({ description: 'The next page, or why paging ends' })),
  warnings: Type.Array(Type.String()),
})

export type Connector = Static<typeof Connector>
export type FlexConnector = Static<typeof FlexConnector>
export type NewConnector = Static<typeof NewConnector>
export type ConnectorChange = Static<typeof ConnectorChange>
export type ExportedConnector = Static<typeof ExportedConnector>
export type ImportedConnector = Static<typeof ImportedConnector>
export type Duplicate = Static<typeof Duplicate>
export type TestRequest = Static<typeof TestRequest>
export type UnsavedTest = Static<typeof UnsavedTest>
export type TestAnswer = Static<typeof TestAnswer>
