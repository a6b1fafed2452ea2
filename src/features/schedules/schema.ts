import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'
import { MAX_EXECUTION_BODY_BYTES } from '../executions/schema.ts'

/** Wire shapes of the specification's "Schedule" and of decisions.md §7. */

export const MAX_SCHEDULE_BODY_BYTES = MAX_EXECUTION_BODY_BYTES
export const MAX_BACKFILL = 10_000
const MAX_VARIABLES = 1_000
const MAX_TEXT_CHARACTERS = 1_000_000
const MAX_INTERVAL = 1_000_000
const MAX_JITTER_SECONDS = 86_400
const MAX_PREVIEW = 1_000

const Id = Type.String({ format: 'uuid' })
const Instant = Type.String({ format: 'date-time' })
const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const Reference = Type.String({ minLength: 1, maxLength: 1_000 })
const VersionName = Type.String({ minLength: 1, maxLength: 255 })
const CronExpression = Type.String({
  maxLength: 1_000,
  description: 'Quartz with 6 or 7 fields (seconds first), or Unix cron with 5',
})
const TimeZone = Type.String({ minLength: 1, maxLength: 255, description: 'IANA name, UTC by default' })
export const IntervalUnit = Type.Enum(['MINUTES', 'HOURS', 'DAYS', 'WEEKS'])
export const IntervalExpression = Type.Object(
  { interval: Type.Integer({ minimum: 1, maximum: MAX_INTERVAL }), unit: IntervalUnit },
  {
    additionalProperties: false,
    description: 'Counted from effectiveFrom; days and weeks keep the local time in cronTimezone',
  },
)
export const MissedRunPolicy = Type.Enum(['RUN_ONCE', 'SKIP', 'RUN_ALL'], {
  description: 'After a time without a server: one run, none, or each of the last 100 due times',
})
const Jitter = Type.Integer({
  minimum: 0,
  maximum: MAX_JITTER_SECONDS,
  description: 'Each run is later by a share of this that is fixed for the schedule',
})
const DueTimeVariable = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The scalar variable that is given the due time of each run, as ISO 8601 in UTC',
})
const ScalarsGiven = Type.Record(
  Type.String(),
  Type.Union([Type.String({ maxLength: MAX_TEXT_CHARACTERS }), Type.Number()]),
  { maxProperties: MAX_VARIABLES },
)
const Grids = Type.Record(Type.String(), Type.Array(Type.Array(Type.String())), {
  maxProperties: MAX_VARIABLES,
  description: 'Rows of cells, in the order of the columns',
})

/** Specification, "Schedule"; the fields after `gridVariables` are ours. */
export const Schedule = Type.Object({
  scheduleId: Id,
  name: Type.String(),
  pipelineName: Type.String(),
  versionName: Type.Optional(Type.String({ description: 'Absent: the newest version' })),
  environmentName: Type.String(),
  runnerId: Id,
  scheduleEnabled: Type.Boolean(),
  allowConcurrentExecutions: Type.Boolean(),
  cronExpression: Type.Optional(Type.String()),
  cronTimezone: Type.String(),
  intervalExpression: Type.Optional(Type.Object({ interval: Type.Integer(), unit: IntervalUnit })),
  effectiveFrom: Instant,
  lastRunAt: Type.Optional(Instant),
  nextRunAt: Type.Optional(Type.String({ format: 'date-time', description: 'Absent while disabled' })),
  scalarVariables: Type.Record(Type.String(), Type.String()),
  gridVariables: Grids,
  missedRunPolicy: MissedRunPolicy,
  jitterSeconds: Type.Integer(),
  dueTimeVariable: Type.Optional(DueTimeVariable),
  disabledReason: Type.Optional(
    Type.String({ description: 'Why the platform disabled it; absent when a person did' }),
  ),
})
export const SchedulePage = pageOf(Schedule)

const timing = {
  cronExpression: Type.Optional(CronExpression),
  intervalExpression: Type.Optional(IntervalExpression),
  cronTimezone: Type.Optional(TimeZone),
  effectiveFrom: Type.Optional(Instant),
}
const conduct = {
  scheduleEnabled: Type.Optional(Type.Boolean()),
  allowConcurrentExecutions: Type.Optional(Type.Boolean()),
  missedRunPolicy: Type.Optional(MissedRunPolicy),
  jitterSeconds: Type.Optional(Jitter),
}
export const NewSchedule = Type.Object(
  {
    pipeline: Type.Object(
      {
        pipelineName: Reference,
        environmentName: Type.String({ minLength: 1, maxLength: 255 }),
        versionName: Type.Optional(VersionName),
        agentId: Type.Optional(Id),
        scalarVariables: Type.Optional(ScalarsGiven),
        gridVariables: Type.Optional(Grids),
        dueTimeVariable: Type.Optional(DueTimeVariable),
      },
      { additionalProperties: false },
    ),
    schedule: Type.Object({ name: Name, ...timing, ...conduct }, { additionalProperties: false }),
  },
  {
    additionalProperties: false,
    examples: [
      {
        pipeline: {
          pipelineName: 'load-orders.orch.yaml',
          environmentName: 'Production',
          scalarVariables: { order_limit: '500' },
        },
        schedule: { name: 'Every morning', cronExpression: '0 0 6 * * ?', cronTimezone: 'Europe/Berlin' },
      },
    ],
  },
)

/** The flat fields of a schedule. A kind of recurrence that is given replaces the other; null takes away. */
export const SchedulePatch = Type.Object(
  {
    name: Type.Optional(Name),
    pipelineName: Type.Optional(Reference),
    environmentName: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    versionName: Type.Optional(Type.Union([VersionName, Type.Null()])),
    runnerId: Type.Optional(Type.Union([Id, Type.Null()])),
    ...timing,
    cronExpression: Type.Optional(Type.Union([CronExpression, Type.Null()])),
    intervalExpression: Type.Optional(Type.Union([IntervalExpression, Type.Null()])),
    ...conduct,
    scalarVariables: Type.Optional(ScalarsGiven),
    gridVariables: Type.Optional(Grids),
    dueTimeVariable: Type.Optional(Type.Union([DueTimeVariable, Type.Null()])),
  },
  {
    additionalProperties: false,
    examples: [{ intervalExpression: { interval: 15, unit: 'MINUTES' }, scheduleEnabled: true }],
  },
)

export const ScheduleQuery = Type.Object({
  ...PageQuery.properties,
  name: Type.Optional(Type.String({ description: 'Whole name, in any case' })),
  pipelineName: Type.Optional(Type.String()),
  environmentName: Type.Optional(Type.String()),
  scheduleEnabled: Type.Optional(Type.Boolean()),
  sort: sortBy(['name', 'pipelineName', 'environmentName', 'nextRunAt', 'lastRunAt']),
})
export const SchedulePath = Type.Object({ projectId: Id, scheduleId: Id })
export interface ScheduleAddress extends Static<typeof SchedulePath> {}
export const BackfillPath = Type.Object({ projectId: Id, scheduleId: Id, backfillId: Id })

const Count = Type.Integer({ minimum: 1, maximum: MAX_PREVIEW, default: 10 })
export const PreviewRequest = Type.Object(
  { ...timing, after: Type.Optional(Instant), count: Type.Optional(Count) },
  {
    additionalProperties: false,
    examples: [{ cronExpression: '0 0 6 * * ?', cronTimezone: 'Europe/Berlin', count: 10 }],
  },
)
export const FireTimesQuery = Type.Object({ count: Count, after: Type.Optional(Instant) })
export const FireTimeList = Type.Object({ fireTimes: Type.Array(Instant) })

export const Tick = Type.Object({
  dueAt: Instant,
  outcome: Type.Enum(['FIRED', 'SKIPPED', 'FAILED', 'MISSED']),
  reason: Type.Optional(Type.String()),
  pipelineExecutionId: Type.Optional(Id),
  plannedAt: Type.String({ format: 'date-time', description: 'The due time and the share of the jitter' }),
  decidedAt: Instant,
  latenessMs: Type.Integer({ description: 'From plannedAt to decidedAt' }),
  missedCount: Type.Integer({ description: 'Due times left out before this one, counted up to 1,000' }),
  backfillId: Type.Optional(Id),
})
export const TickPage = pageOf(Tick)

export const NewBackfill = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description: 'Not more than 90 days ago if the schedule is older: what ran before is no longer known',
    }),
    to: Type.String({ format: 'date-time', description: 'Not included; not in the future' }),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'True by default: says what would run and starts nothing' }),
    ),
  },
  { additionalProperties: false },
)
export const BackfillPlan = Type.Object({
  dryRun: Type.Boolean(),
  total: Type.Integer({ description: 'Due times in the range' }),
  alreadyRun: Type.Integer({
    description: 'Due times that started a run before: they are not started again',
  }),
  fireTimes: Type.Array(Instant, { description: 'The first 100 that will run' }),
  backfillId: Type.Optional(Id),
})
export const Backfill = Type.Object({
  backfillId: Id,
  from: Instant,
  to: Instant,
  total: Type.Integer(),
  queued: Type.Integer({ description: 'Executions made so far' }),
  status: Type.Enum(['RUNNING', 'DONE', 'CANCELLED']),
  createdAt: Instant,
  createdBy: Type.String(),
  finishedAt: Type.Optional(Instant),
})
export const BegunBackfill = Type.Object(
  { ...BackfillPlan.properties, ...Backfill.properties, total: BackfillPlan.properties.total },
  {
    description:
      'The backfill and its plan. `total` counts like a dry run all due times of the range; reading the backfill ' +
      'counts those that it runs',
  },
)
export const BackfillPage = pageOf(Backfill)
export const NoContent = Type.Null()

export type Schedule = Static<typeof Schedule>
export type NewSchedule = Static<typeof NewSchedule>
export type SchedulePatch = Static<typeof SchedulePatch>
export type ScheduleQuery = Static<typeof ScheduleQuery>
export type PreviewRequest = Static<typeof PreviewRequest>
export type MissedRunPolicy = Static<typeof MissedRunPolicy>
export type Tick = Static<typeof Tick>
export type NewBackfill = Static<typeof NewBackfill>
export type BackfillPlan = Static<typeof BackfillPlan>
export type Backfill = Static<typeof Backfill>
export type BegunBackfill = Static<typeof BegunBackfill>
