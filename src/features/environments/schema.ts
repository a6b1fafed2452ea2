import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'
import { matching } from '../../lib/patterns.ts'
import { ReviewLevel } from '../projects/schema.ts'

/** Wire shapes of decisions.md §5. */
const NewName = Type.String({
  minLength: 1,
  maxLength: 255,
  ...matching(
    '^[^\\s/\\\\\\x00-\\x1f]([^/\\\\\\x00-\\x1f]*[^\\s/\\\\\\x00-\\x1f])?$',
    'must not contain slashes or control characters, or begin or end with a space',
  ),
  description: 'Immutable. No slashes, no blanks at either end, neither . nor ..',
})
const DisplayName = Type.String({ minLength: 1, maxLength: 255 })
const Description = Type.String({ maxLength: 2_000 })
export const AccessLevel = Type.Enum(['admin', 'runner', 'readOnly', 'noAccess'])

export const Connection = Type.Union(
  [
    Type.Object(
      {
        type: Type.Literal('DUCKDB'),
        schema: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'main by default' })),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      {
        type: Type.Literal('POSTGRES'),
        host: Type.String({ minLength: 1, maxLength: 255 }),
        port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, description: '5432 by default' })),
        database: Type.String({ minLength: 1, maxLength: 255 }),
        user: Type.String({ minLength: 1, maxLength: 255 }),
        passwordSecret: Type.Optional(
          Type.String({
            maxLength: 255,
            description: 'Name of a secret that the runner knows, never its value',
          }),
        ),
        schema: Type.Optional(
          Type.String({ minLength: 1, maxLength: 255, description: 'public by default' }),
        ),
        ssl: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
  ],
  { description: 'The database that the SQL of this environment runs on' },
)
const MaxConcurrentExecutions = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description:
    'How many executions the environment runs at once; the others wait. Absent: as many as there is room for',
})
/** Other members than names of connections are kept and returned, for programs that send them. */
const DefaultConnections = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Names of connections of the project, each under a key of your own. SQL runs on the one that is of the type DWH; ' +
    'without one it runs on `connection`',
  examples: [{ DWH: 'warehouse' }],
})

/** The list is what counts; an object that programs send is kept as well. */
const ConnectionOverrides = Type.Union([
  Type.Array(
    Type.Object({
      connectionName: Type.String({ minLength: 1, maxLength: 255 }),
      connectionProperties: Type.Record(
        Type.String(),
        Type.Object({
          value: Type.Optional(Type.Unknown()),
          secretName: Type.Optional(Type.String()),
          secretKey: Type.Optional(Type.String()),
        }),
      ),
    }),
    { maxItems: 1_000 },
  ),
  Type.Record(Type.String(), Type.Unknown()),
])

const MAX_DATABASES = 50
const DatabaseName = Type.Object(
  {
    database: Type.Optional(
      Type.String({
        ...matching('^[A-Za-z0-9_-]{1,80}$', 'must be letters, digits, _ and -, at most 80'),
        description:
          "Another database than the environment's own. DuckDB: a file of its own beside the environment's. " +
          'PostgreSQL: only the one that the connection names',
      }),
    ),
    schema: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "Used where only the database is named; the connection's by default",
      }),
    ),
  },
  { additionalProperties: false },
)
const Databases = Type.Record(Type.String(), DatabaseName, {
  maxProperties: MAX_DATABASES,
  description:
    'What names of databases in SQL and in parameters stand for, as in `NAME.SCHEMA.TABLE`. Names hold letters, digits, ' +
    '_, $ and -, begin with a letter or _, and are the same in any case',
})
const DialectFunctions = Type.Boolean({
  description:
    'Whether SQL finds functions that other dialects call differently (IFF, NVL, DATEADD, …); true by default',
})

export const OnRunnerLoss = Type.Enum(['RESUME', 'FAIL'], {
  description:
    'When a runner is lost while a component was running: run that component again (RESUME, the default), or fail the execution',
})

const AllowUnpublishedRuns = Type.Boolean({
  description:
    'Whether branches, commits and drafts run here without being published. By default true, and false where the name or ' +
    'the display name says production (prod, prd)',
})

const ReviewBeforePublishing = {
  ...ReviewLevel,
  description:
    'Whether publishing and promoting to the environment is refused for what a review finds: for errors (ERRORS), for ' +
    'anything (WARNINGS), or not (OFF, the default)',
}

const environment = {
  name: Type.String(),
  displayName: Type.String(),
  description: Type.String(),
  defaultAgentId: Type.String({ format: 'uuid' }),
  defaultAgentName: Type.String(),
  defaultUserAccessLevel: AccessLevel,
  connection: Connection,
  databases: Type.Optional(Databases),
  dialectFunctions: DialectFunctions,
  onRunnerLoss: OnRunnerLoss,
  reviewBeforePublishing: ReviewBeforePublishing,
  allowUnpublishedRuns: AllowUnpublishedRuns,
  maxConcurrentExecutions: Type.Optional(MaxConcurrentExecutions),
  defaultConnections: Type.Optional(DefaultConnections),
  connectionOverrides: Type.Optional(ConnectionOverrides),
}
export const Environment = Type.Object(environment)
export const NewEnvironment = Type.Object(
  {
    name: NewName,
    defaultAgentId: Type.String({ format: 'uuid' }),
    displayName: Type.Optional(DisplayName),
    description: Type.Optional(Description),
    defaultUserAccessLevel: Type.Optional(AccessLevel),
    connection: Type.Optional(Connection),
    databases: Type.Optional(Databases),
    dialectFunctions: Type.Optional(DialectFunctions),
    onRunnerLoss: Type.Optional(OnRunnerLoss),
    reviewBeforePublishing: Type.Optional(ReviewBeforePublishing),
    allowUnpublishedRuns: Type.Optional(AllowUnpublishedRuns),
    maxConcurrentExecutions: Type.Optional(MaxConcurrentExecutions),
    defaultConnections: Type.Optional(DefaultConnections),
    connectionOverrides: Type.Optional(ConnectionOverrides),
  },
  { additionalProperties: false },
)
export const EnvironmentPatch = Type.Object(
  {
    defaultAgentId: Type.Optional(Type.String({ format: 'uuid' })),
    displayName: Type.Optional(DisplayName),
    description: Type.Optional(Description),
    defaultUserAccessLevel: Type.Optional(AccessLevel),
    connection: Type.Optional(Connection),
    databases: Type.Optional(Databases),
    dialectFunctions: Type.Optional(DialectFunctions),
    onRunnerLoss: Type.Optional(OnRunnerLoss),
    reviewBeforePublishing: Type.Optional(ReviewBeforePublishing),
    allowUnpublishedRuns: Type.Optional(AllowUnpublishedRuns),
    maxConcurrentExecutions: Type.Optional(Type.Union([MaxConcurrentExecutions, Type.Null()])),
    defaultConnections: Type.Optional(DefaultConnections),
    connectionOverrides: Type.Optional(ConnectionOverrides),
  },
  { additionalProperties: false },
)
const { defaultAgentId, connection, databases, dialectFunctions, defaultConnections, connectionOverrides } =
  EnvironmentPatch.properties
export const EnvironmentTest = Type.Object(
  { defaultAgentId, connection, databases, dialectFunctions, defaultConnections, connectionOverrides },
  {
    additionalProperties: false,
    description:
      'Settings as they would be saved. What is left out is as it is stored; a new environment needs `defaultAgentId`',
  },
)
export const EnvironmentTestPath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  environmentName: NewName,
})
export const EnvironmentPage = pageOf(Environment)
export const EnvironmentPath = Type.Object({
  projectId: Type.String({ format: 'uuid' }),
  environmentName: Type.String({ minLength: 1 }),
})

export type Databases = Static<typeof Databases>
export type Connection = Static<typeof Connection>
export type Environment = Static<typeof Environment>
export type NewEnvironment = Static<typeof NewEnvironment>
export type EnvironmentTest = Static<typeof EnvironmentTest>
export type EnvironmentPatch = Static<typeof EnvironmentPatch>
