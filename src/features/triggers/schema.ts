import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'
import { MAX_EXECUTION_BODY_BYTES } from '../executions/schema.ts'

/** Wire shapes of decisions.md §7, triggers by data. */

export const MAX_TRIGGER_BODY_BYTES = MAX_EXECUTION_BODY_BYTES
/** An event carries facts, not data. */
export const MAX_EVENT_BYTES = 64 * 1024
export const MAX_BACKFILL = 10_000
const MAX_VARIABLES = 1_000
const MAX_TEXT_CHARACTERS = 1_000_000
const MAX_SQL_CHARACTERS = 20_000
const MIN_POLL_SECONDS = 10
const MAX_POLL_SECONDS = 86_400
export const MAX_ASSETS = 50
const MAX_WITHIN_SECONDS = 31 * 86_400

const Id = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const Reference = Type.String({ minLength: 1, maxLength: 1_000 })
const VersionName = Type.String({ minLength: 1, maxLength: 255 })

export const TriggerConditionType = Type.Enum(['PIPELINE_END', 'ASSETS', 'FILE', 'SQL', 'EVENT'])
export const TriggerMissedPolicy = Type.Enum(['RUN_ALL', 'RUN_ONCE', 'SKIP'], {
  description:
    'What happened while no server was there to see it within 30 s: each starts a run, only the latest does, or none',
})
const EndState = Type.Enum(['SUCCESS', 'FAILED', 'CANCELLED'])

/** An asset is named by its id; the rest is what the API says about it. */
const AwaitedAsset = Type.Object(
  {
    assetId: Id,
    namespace: Type.Optional(Type.String({ description: 'As the API returns it; ignored in requests' })),
    name: Type.Optional(Type.String({ description: 'As the API returns it; ignored in requests' })),
  },
  { additionalProperties: false },
)

/** What starts the pipeline. Each type has members of its own. */
export const TriggerCondition = Type.Object(
  {
    type: TriggerConditionType,
    projectId: Type.Optional(
      Type.String({ format: 'uuid', description: "PIPELINE_END: the trigger's own project by default" }),
    ),
    environmentName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: "PIPELINE_END: the trigger's own environment by default",
      }),
    ),
    pipelineName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'PIPELINE_END: the published pipeline whose end is waited for',
      }),
    ),
    states: Type.Optional(
      Type.Array(EndState, {
        minItems: 1,
        uniqueItems: true,
        description: 'PIPELINE_END: how it has to end; SUCCESS by default',
      }),
    ),
    assets: Type.Optional(
      Type.Array(AwaitedAsset, {
        minItems: 1,
        maxItems: MAX_ASSETS,
        description: 'ASSETS: the assets whose writes are waited for; each once',
      }),
    ),
    match: Type.Optional(
      Type.Enum(['ALL', 'ANY'], {
        description:
          'ASSETS: ALL when each was written since the trigger fired last, ANY at each write; ALL by default',
      }),
    ),
    withinSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_WITHIN_SECONDS,
        description:
          'ASSETS with ALL: how far apart the newest writes of the assets may be; any time by default',
      }),
    ),
    connection: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          "FILE: a connection of the project to an object store or SFTP server; absent: the runner's files",
      }),
    ),
    folder: Type.Optional(
      Type.String({
        maxLength: 1_000,
        description: 'FILE: the folder to watch, or an address such as s3://bucket/orders',
      }),
    ),
    filePattern: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'FILE: a regular expression of the whole path below the folder; every file by default',
      }),
    ),
    sql: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_SQL_CHARACTERS,
        description: 'SQL: a query; the first cell of its first row is what counts',
      }),
    ),
    fires: Type.Optional(
      Type.Enum(['BECOMES_TRUE', 'VALUE_CHANGES'], {
        description:
          'SQL: when the cell becomes true or another number than 0, or when it changes; BECOMES_TRUE by default',
      }),
    ),
    pollSeconds: Type.Optional(
      Type.Integer({
        minimum: MIN_POLL_SECONDS,
        maximum: MAX_POLL_SECONDS,
        description: 'FILE and SQL: seconds between checks; 60 by default',
      }),
    ),
    signed: Type.Optional(
      Type.Boolean({
        description:
          'EVENT: whether events have to be signed (Standard Webhooks), besides the token; false by default',
      }),
    ),
  },
  { additionalProperties: false },
)

const ScalarsGiven = Type.Record(
  Type.String(),
  Type.Union([Type.String({ maxLength: MAX_TEXT_CHARACTERS }), Type.Number()]),
  { maxProperties: MAX_VARIABLES },
)
const Grids = Type.Record(Type.String(), Type.Array(Type.Array(Type.String())), {
  maxProperties: MAX_VARIABLES,
  description: 'Rows of cells, in the order of the columns',
})
const VariablePaths = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 1_000 }), {
  maxProperties: MAX_VARIABLES,
  description:
    'Variables that get their value from what happened, each with a JSON path such as $.order.id: into the body of an ' +
    'event, or the facts of the history',
})

const settings = {
  versionName: Type.Optional(VersionName),
  runnerId: Type.Optional(Id),
  scalarVariables: Type.Optional(ScalarsGiven),
  gridVariables: Type.Optional(Grids),
  variablePaths: Type.Optional(VariablePaths),
  enabled: Type.Optional(Type.Boolean()),
  allowConcurrentExecutions: Type.Optional(
    Type.Boolean({ description: 'false: what happens while an execution of the trigger is live is skipped' }),
  ),
  missedRunPolicy: Type.Optional(TriggerMissedPolicy),
}
const EnvironmentName = Type.String({ minLength: 1, maxLength: 255 })

export const NewTrigger = Type.Object(
  {
    name: Name,
    pipelineName: Reference,
    environmentName: EnvironmentName,
    condition: TriggerCondition,
    ...settings,
  },
  { additionalProperties: false },
)

/** Absent fields stay; null takes away. A condition that is given replaces the other. */
export const TriggerPatch = Type.Object(
  {
    name: Type.Optional(Name),
    pipelineName: Type.Optional(Reference),
    environmentName: Type.Optional(EnvironmentName),
    condition: Type.Optional(TriggerCondition),
    ...settings,
    versionName: Type.Optional(Type.Union([VersionName, Type.Null()])),
    runnerId: Type.Optional(Type.Union([Id, Type.Null()])),
    newSigningSecret: Type.Optional(
      Type.Boolean({ description: 'true: makes another secret; the one before is not accepted any more' }),
    ),
  },
  { additionalProperties: false },
)

export const DataTrigger = Type.Object({
  triggerId: Id,
  name: Type.String(),
  pipelineName: Type.String(),
  versionName: Type.Optional(Type.String({ description: 'Absent: the newest version' })),
  environmentName: Type.String(),
  runnerId: Id,
  enabled: Type.Boolean(),
  condition: TriggerCondition,
  allowConcurrentExecutions: Type.Boolean(),
  missedRunPolicy: TriggerMissedPolicy,
  scalarVariables: Type.Record(Type.String(), Type.String()),
  gridVariables: Grids,
  variablePaths: VariablePaths,
  createdAt: Instant,
  createdBy: Type.String(),
  lastFiredAt: Type.Optional(Instant),
  lookedAt: Type.Optional(
    Type.String({ format: 'date-time', description: 'FILE and SQL: time of the last check' }),
  ),
  fault: Type.Optional(
    Type.String({
      description: 'Why it cannot start anything at present: what it waits for is gone, or cannot be seen',
    }),
  ),
})
export const DataTriggerPage = pageOf(DataTrigger)
export const ChangedTrigger = Type.Object({
  ...DataTrigger.properties,
  signingSecret: Type.Optional(
    Type.String({
      description: 'Only when it was made just now. It is not shown again',
      examples: ['whsec_MfKQ9r8G…'],
    }),
  ),
})

export const TriggerQuery = Type.Object({
  ...PageQuery.properties,
  name: Type.Optional(Type.String({ description: 'Whole name, in any case' })),
  pipelineName: Type.Optional(Type.String()),
  environmentName: Type.Optional(Type.String()),
  conditionType: Type.Optional(TriggerConditionType),
  enabled: Type.Optional(Type.Boolean()),
  sort: sortBy(['name', 'pipelineName', 'environmentName']),
})
export const TriggerPath = Type.Object({ projectId: Id, triggerId: Id })
export interface TriggerAddress extends Static<typeof TriggerPath> {}

const Facts = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'What happened: of a pipeline its execution, of assets their writes, of a file its name, size and time, of an event ' +
    'its body',
})
export const TriggerOutcome = Type.Enum(['PENDING', 'WAITING', 'FIRED', 'SKIPPED', 'FAILED', 'MISSED'])
export const TriggerFire = Type.Object({
  cause: Type.String({ description: 'Names what happened: the same never starts the trigger twice' }),
  occurredAt: Instant,
  decidedAt: Type.Optional(Instant),
  outcome: TriggerOutcome,
  reason: Type.Optional(Type.String({ description: 'Why nothing was started, or why it failed at once' })),
  pipelineExecutionId: Type.Optional(Id),
  chainLength: Type.Integer({ description: 'How many triggers in a row led here, this one included' }),
  backfilled: Type.Optional(Type.Boolean()),
  facts: Facts,
})
export const TriggerFirePage = pageOf(TriggerFire)
export const TriggerFireQuery = Type.Object({
  ...PageQuery.properties,
  outcome: Type.Optional(TriggerOutcome),
})

export const TriggerEvent = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Any JSON object. `variablePaths` of the trigger say what becomes of it',
})
export const AcceptedEvent = Type.Object({
  eventId: Type.String({
    description:
      'From `webhook-id` or `Idempotency-Key`, else made by the server. The same id starts one run',
  }),
  acceptedAt: Instant,
})

export const NewTriggerBackfill = Type.Object(
  {
    from: Instant,
    to: Type.String({ format: 'date-time', description: 'Not included; not in the future' }),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'True by default: says what would run and starts nothing' }),
    ),
  },
  { additionalProperties: false },
)
export const TriggerBackfill = Type.Object({
  dryRun: Type.Boolean(),
  total: Type.Integer({ description: 'Events in the range' }),
  alreadyRun: Type.Integer({ description: 'Events that started a run before: they are not started again' }),
  causes: Type.Array(Type.String(), { description: 'The first 100 that run' }),
})
export const NoContent = Type.Null()

export const TriggerPreviewRequest = Type.Object(
  {
    environmentName: EnvironmentName,
    condition: TriggerCondition,
    variablePaths: Type.Optional(VariablePaths),
    event: Type.Optional(TriggerEvent),
  },
  { additionalProperties: false },
)
export const TriggerPreview = Type.Object({
  ok: Type.Boolean({ description: 'false: it cannot be looked at; the message says why' }),
  message: Type.String(),
  found: Type.Array(
    Type.Object({
      facts: Facts,
      scalarVariables: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
      gridVariables: Grids,
    }),
    {
      description:
        'The latest that would have started it, with the variables that each would set; at most 10',
    },
  ),
})

export type TriggerCondition = Static<typeof TriggerCondition>
export type ConditionType = Static<typeof TriggerConditionType>
export type MissedPolicy = Static<typeof TriggerMissedPolicy>
export type NewTrigger = Static<typeof NewTrigger>
export type TriggerPatch = Static<typeof TriggerPatch>
export type DataTrigger = Static<typeof DataTrigger>
export type ChangedTrigger = Static<typeof ChangedTrigger>
export type TriggerQuery = Static<typeof TriggerQuery>
export type TriggerFire = Static<typeof TriggerFire>
export type Outcome = Static<typeof TriggerOutcome>
export type AcceptedEvent = Static<typeof AcceptedEvent>
export type NewTriggerBackfill = Static<typeof NewTriggerBackfill>
export type TriggerBackfill = Static<typeof TriggerBackfill>
export type TriggerPreviewRequest = Static<typeof TriggerPreviewRequest>
export type TriggerPreview = Static<typeof TriggerPreview>
