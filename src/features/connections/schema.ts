import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'
import { matching } from '../../lib/patterns.ts'

/** Wire shapes of decisions.md §16. */
const MAX_VALUE_CHARACTERS = 65_536
const MAX_PROPERTIES = 50
const MAX_NAMES = 100

/** Part of addresses and of lists with commas, hence no slashes and no commas. */
const NewName = Type.String({
  minLength: 1,
  maxLength: 255,
  ...matching(
    '^[^\\s,/\\\\\\x00-\\x1f]([^,/\\\\\\x00-\\x1f]*[^\\s,/\\\\\\x00-\\x1f])?$',
    'must not contain slashes, commas or control characters, or begin or end with a space',
  ),
  description: 'Unique in the project without regard to case, and immutable',
  examples: ['orders database'],
})
const ConnectionName = Type.String({ minLength: 1, maxLength: 255 })
const EnvironmentName = Type.String({ minLength: 1, maxLength: 255 })
export const PlatformConnectionType = Type.Enum(['DWH', 'COMPONENT_BASIC', 'CLOUD_PLATFORM_CREDENTIALS'], {
  description: 'Its purpose: the SQL of environments, components, or a cloud platform',
})
const AuthProvider = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The provider that it connects to, as listed by /v1/connection-schemas',
  examples: ['POSTGRES'],
})
const AuthType = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'How it signs in, as the connection schema lists it',
  examples: ['USER_PASSWORD'],
})
const SecretName = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'A secret of the project, or one of the runner that is granted to it',
})

const PropertyScalar = Type.Union([
  Type.String({ maxLength: MAX_VALUE_CHARACTERS }),
  Type.Number(),
  Type.Boolean(),
])
export const ConnectionPropertyValue = Type.Object(
  {
    value: Type.Optional(PropertyScalar),
    secretName: Type.Optional(SecretName),
    secretKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Member of a secret that is a JSON object',
      }),
    ),
  },
  { additionalProperties: false, description: 'Either a value or the name of a secret' },
)
const ConnectionProperties = Type.Record(Type.String(), ConnectionPropertyValue, {
  maxProperties: MAX_PROPERTIES,
  description:
    'By name, as the connection schema lists them. Secrets are named, and their values never stored',
})
const ConnectionDetails = Type.Object(
  {
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    secretsLocation: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'A note where the secrets are; kept as given' }),
    ),
    connectionProperties: ConnectionProperties,
  },
  { additionalProperties: false },
)

const kind = { authProvider: AuthProvider, authType: AuthType, connectionDetails: ConnectionDetails }
export const ProjectConnection = Type.Object({
  name: Type.String(),
  platformConnectionType: PlatformConnectionType,
  ...kind,
  updatedAt: Type.String({ format: 'date-time' }),
  updatedBy: Type.String(),
})
export const NewProjectConnection = Type.Object(
  { name: NewName, platformConnectionType: PlatformConnectionType, ...kind },
  {
    additionalProperties: false,
    examples: [
      {
        name: 'orders',
        platformConnectionType: 'DWH',
        authProvider: 'POSTGRES',
        authType: 'USER_PASSWORD',
        connectionDetails: {
          connectionProperties: {
            host: { value: 'db.example.com' },
            database: { value: 'orders' },
            user: { value: 'loader' },
            password: { secretName: 'orders_password' },
          },
        },
      },
    ],
  },
)
export const NewDataPlatformConnection = Type.Object(
  { name: NewName, platformConnectionType: Type.Optional(Type.Literal('DWH')), ...kind },
  { additionalProperties: false },
)
export const ProjectConnectionChange = Type.Object(
  { platformConnectionType: PlatformConnectionType, ...kind },
  { additionalProperties: false },
)
export const ProjectConnectionPage = pageOf(ProjectConnection)
export const ConnectionPath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  connectionName: ConnectionName,
})
export const ConnectionQuery = Type.Object({
  ...PageQuery.properties,
  authProvider: Type.Optional(Type.String({ maxLength: 100 })),
  platformConnectionType: Type.Optional(PlatformConnectionType),
  connectionNames: Type.Optional(
    Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: MAX_NAMES,
      description: 'One or more full names, repeated or separated by commas, in any letter case',
    }),
  ),
  sort: sortBy(['name', 'updatedAt']),
})
export const NamedConnectionQuery = Type.Object({ connectionName: ConnectionName })

export const ConnectionOverride = Type.Object({
  environmentName: Type.String(),
  connectionName: Type.String(),
  connectionProperties: ConnectionProperties,
})
export const NewConnectionOverride = Type.Object(
  {
    environmentName: EnvironmentName,
    connectionName: ConnectionName,
    connectionProperties: ConnectionProperties,
  },
  { additionalProperties: false },
)
export const ConnectionOverridePage = pageOf(ConnectionOverride)
export const ConnectionOverrideQuery = Type.Object({
  ...PageQuery.properties,
  environmentName: Type.Optional(EnvironmentName),
  connectionName: Type.Optional(ConnectionName),
})
export const OneConnectionOverrideQuery = Type.Object({
  environmentName: EnvironmentName,
  connectionName: ConnectionName,
})

export const ConnectionTest = Type.Object(
  {
    environmentName: EnvironmentName,
    connection: Type.Optional(ProjectConnectionChange),
  },
  {
    additionalProperties: false,
    description:
      'The environment whose runner tries the connection. With `connection` that is tried instead of the stored one, ' +
      'and nothing is stored',
  },
)
export const ConnectionTestResult = Type.Object({
  ok: Type.Boolean(),
  message: Type.String({ description: 'What was reached, or why the connection failed' }),
  version: Type.Optional(Type.String({ description: 'Version of the server, if it reports one' })),
  latencyMs: Type.Integer({ minimum: 0 }),
})

const SchemaProperty = Type.Object({
  name: Type.String(),
  title: Type.String(),
  type: Type.Enum(['TEXT', 'HOST', 'URL', 'INTEGER', 'BOOLEAN']),
  required: Type.Boolean(),
  secret: Type.Boolean({ description: 'Takes the name of a secret only' }),
  default: Type.Optional(PropertyScalar),
  help: Type.String(),
})
export const ConnectionSchema = Type.Object({
  authProvider: Type.String(),
  title: Type.String(),
  platformConnectionTypes: Type.Array(PlatformConnectionType),
  authTypes: Type.Array(
    Type.Object({
      authType: Type.String(),
      title: Type.String(),
      properties: Type.Array(SchemaProperty),
    }),
  ),
})
export const ConnectionSchemaPage = pageOf(ConnectionSchema)
export const ConnectionSchemaPath = Type.Object({
  authProvider: Type.String({ minLength: 1, maxLength: 100 }),
})

export type ConnectionSort = Static<typeof ConnectionQuery>['sort']
export type ProjectConnection = Static<typeof ProjectConnection>
export type NewProjectConnection = Static<typeof NewProjectConnection>
export type NewDataPlatformConnection = Static<typeof NewDataPlatformConnection>
export type ProjectConnectionChange = Static<typeof ProjectConnectionChange>
export type ConnectionTest = Static<typeof ConnectionTest>
export type ConnectionTestResult = Static<typeof ConnectionTestResult>
export type ConnectionOverride = Static<typeof ConnectionOverride>
export type ConnectionSchema = Static<typeof ConnectionSchema>
