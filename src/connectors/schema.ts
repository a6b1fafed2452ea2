import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'

/**
 * What a custom connector is made of (decisions.md §12). The API stores and tests these shapes, runners send
 * the requests they describe: both ends import this one declaration.
 */

export const MAX_ENDPOINTS = 200
const MAX_ROWS = 200
const MAX_FIELDS = 2_000
const MAX_TEXT_CHARACTERS = 100_000

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const ShortText = Type.String({ maxLength: 1_000 })
const Url = Type.String({ minLength: 1, maxLength: 8_000 })
const Path = Type.String({ maxLength: 1_000, description: 'A place in the response, e.g. $.data.items' })
const Uuid = Type.String({ format: 'uuid' })
const strict = { additionalProperties: false } as const

export const Method = Type.Enum(['GET', 'POST'])
export const AuthenticationType = Type.Enum(['NONE', 'BASIC', 'BEARER_TOKEN', 'API_KEY', 'OAUTH'])
export const AddTo = Type.Enum(['QUERY_PARAMETER', 'HEADER_PARAMETER'])

/**
 * `configurable`: a test or a pipeline may give another value. Otherwise the value is what is always sent.
 */
export const ConnectorParameter = Type.Object(
  {
    name: Name,
    value: Type.Optional(Type.String({ maxLength: MAX_TEXT_CHARACTERS })),
    configurable: Type.Optional(Type.Boolean()),
  },
  strict,
)
const ConnectorParameters = Type.Array(ConnectorParameter, { maxItems: MAX_ROWS })

/** How an endpoint authenticates, without any secret. */
export const EndpointAuthentication = Type.Object(
  {
    type: AuthenticationType,
    keyName: Type.Optional(Type.String({ maxLength: 255, description: 'API_KEY: name of the key' })),
    addTo: Type.Optional(AddTo),
    oauthIds: Type.Optional(
      Type.Array(Uuid, { maxItems: 50, description: 'OAUTH: the entries this endpoint may use' }),
    ),
  },
  strict,
)

export const FieldType = Type.Enum(['OBJECT', 'ARRAY', 'STRING', 'INTEGER', 'NUMBER', 'BOOLEAN', 'ANY'])
export const StructureField = Type.Object(
  { path: Path, type: FieldType },
  { ...strict, description: 'One place of the response, e.g. $.data.items[*].id' },
)
export const ResponseShape = Type.Object(
  {
    structure: Type.Optional(Type.Array(StructureField, { maxItems: MAX_FIELDS })),
    repeatingElement: Type.Optional(Path),
  },
  strict,
)

export const PaginationType = Type.Enum([
  'NONE',
  'PAGE',
  'OFFSET',
  'CURSOR',
  'LINK_HEADER',
  'RELATIVE_PATH',
  'FULL_PATH',
])
const ParameterName = Type.String({ minLength: 1, maxLength: 255 })
const Count = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })

/** Which fields belong to which type is checked by `paginationFaults`, so that every fault has a sentence. */
export const Pagination = Type.Object(
  {
    type: PaginationType,
    pageParameter: Type.Optional(ParameterName),
    startPage: Type.Optional(Count),
    pageSizeParameter: Type.Optional(ParameterName),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    offsetParameter: Type.Optional(ParameterName),
    startOffset: Type.Optional(Count),
    cursorParameter: Type.Optional(ParameterName),
    cursor: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'Where the response says it, e.g. $.next, or @.id of the last element',
      }),
    ),
    hasMore: Type.Optional(Path),
    addTo: Type.Optional(Type.Enum(['QUERY_PARAMETER', 'BODY'])),
    rel: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    baseUri: Type.Optional(Url),
    nextPage: Type.Optional(Path),
  },
  strict,
)

const endpointFields = {
  name: Name,
  method: Method,
  url: Url,
  authentication: Type.Optional(EndpointAuthentication),
  uriParameters: Type.Optional(ConnectorParameters),
  queryParameters: Type.Optional(ConnectorParameters),
  headerParameters: Type.Optional(ConnectorParameters),
  body: Type.Optional(Type.String({ maxLength: MAX_TEXT_CHARACTERS })),
  response: Type.Optional(ResponseShape),
  pagination: Type.Optional(Pagination),
}
/** What is not said means: no authentication, no parameters, one page. */
export const NewEndpoint = Type.Object({ endpointId: Type.Optional(Uuid), ...endpointFields }, strict)
export const Endpoint = Type.Object({
  ...endpointFields,
  endpointId: Uuid,
  authentication: EndpointAuthentication,
  uriParameters: ConnectorParameters,
  queryParameters: ConnectorParameters,
  headerParameters: ConnectorParameters,
  response: ResponseShape,
  pagination: Pagination,
})

/** Values to authenticate with. They travel with a test or come from named secrets, and are never stored. */
export const AuthenticationValues = Type.Object(
  {
    type: AuthenticationType,
    username: Type.Optional(ShortText),
    password: Type.Optional(ShortText),
    token: Type.Optional(Type.String({ maxLength: 20_000 })),
    keyName: Type.Optional(Type.String({ maxLength: 255 })),
    keyValue: Type.Optional(Type.String({ maxLength: 20_000 })),
    addTo: Type.Optional(AddTo),
    oauthId: Type.Optional(Uuid),
  },
  strict,
)

/** A value for a configurable parameter. */
export const GivenParameter = Type.Object(
  { name: Name, value: Type.String({ maxLength: MAX_TEXT_CHARACTERS }) },
  strict,
)
export const GivenParameters = Type.Array(GivenParameter, { maxItems: MAX_ROWS })

export type Endpoint = Static<typeof Endpoint>
export type NewEndpoint = Static<typeof NewEndpoint>
export type ConnectorParameter = Static<typeof ConnectorParameter>
export type EndpointAuthentication = Static<typeof EndpointAuthentication>
export type AuthenticationValues = Static<typeof AuthenticationValues>
export type Pagination = Static<typeof Pagination>
export type StructureField = Static<typeof StructureField>
export type ResponseShape = Static<typeof ResponseShape>
export type GivenParameter = Static<typeof GivenParameter>

/** A connector as a runner receives it. */
export const ConnectorDefinition = Type.Object({
  connectorId: Type.String(),
  name: Type.String(),
  endpoints: Type.Array(Endpoint),
})
export type ConnectorDefinition = Static<typeof ConnectorDefinition>

/** Whether something that came over the wire is a connector. */
export const isConnectorDefinition = (value: unknown): value is ConnectorDefinition =>
  Value.Check(ConnectorDefinition, value)
