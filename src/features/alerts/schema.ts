import Type, { type Static } from 'typebox'

/** What several rooms of alerts share on the wire. */

/** Of lists: what belongs to no project. */
export const OfInstallation = Type.Optional(
  Type.Boolean({ description: 'true: only those of the installation, which SUPER_ADMIN manages' }),
)
export const OwnerId = Type.String({
  format: 'uuid',
  description: 'The project that owns it; absent for the installation, which only a SUPER_ADMIN manages',
})

/** What a rule can report. */
export const AlertEvent = Type.Enum(
  [
    'FAILED',
    'GATE_FAILED',
    'RUNNING_LONG',
    'RAN_SHORT',
    'QUEUED_LONG',
    'RUNNER_LOST',
    'SCHEDULE_LATE',
    'SCHEDULE_MISSED',
    'BUDGET_EXCEEDED',
  ],
  {
    description:
      'FAILED: an execution failed, until the same pipeline next succeeds in the same environment. GATE_FAILED: a gate ' +
      'of an execution failed, whether it stopped or warned, until the same pipeline next succeeds there without. RUNNING_LONG: an ' +
      'execution runs longer than usual, until it ends. RAN_SHORT: an execution succeeded in less than half of the time that ' +
      'the shortest of the last ones took, until the same pipeline next succeeds there in its usual time. QUEUED_LONG: executions of an environment wait in the queue, ' +
      'until they start. RUNNER_LOST: no process of a runner is connected, until one is. SCHEDULE_LATE: the last run ' +
      'of a schedule started late or has not started yet, until one starts on time. SCHEDULE_MISSED: the last due time ' +
      'of a schedule passed without a run, until a later one has its run. BUDGET_EXCEEDED: what the rule watches consumed ' +
      'more credits in this month, in UTC, than `creditsPerMonth`, until the month ends',
  },
)
export type AlertEvent = Static<typeof AlertEvent>
/** What lasts, and is reported while it does. */
/** What the end of an execution tells. */
export const endEvents = ['FAILED', 'GATE_FAILED', 'RAN_SHORT'] as const
export type EndEvent = (typeof endEvents)[number]
export type LastingEvent = Exclude<AlertEvent, EndEvent>

const isOfEnd = (event: AlertEvent): event is EndEvent => (endEvents as readonly AlertEvent[]).includes(event)
export const isLasting = (event: AlertEvent): event is LastingEvent => !isOfEnd(event)
/** Whether it is reported after a while only, which a rule may change. */
export const takesTime = (event: AlertEvent): boolean =>
  isLasting(event) && event !== 'SCHEDULE_MISSED' && event !== 'BUDGET_EXCEEDED'
/** Whether it is about the executions of pipelines themselves, which may have a tag. */
export const concernsTags = (event: AlertEvent): boolean =>
  isOfEnd(event) || event === 'RUNNING_LONG' || event === 'QUEUED_LONG'

/** Lists of what grows without end are read by cursor. */
export const CursorQuery = Type.Object({
  projectId: Type.Optional(
    Type.String({ format: 'uuid', description: "Only what this project's rules reported" }),
  ),
  limit: Type.Integer({ minimum: 1, default: 25, description: 'Values above 100 are taken as 100' }),
  paginationToken: Type.Optional(Type.String({ description: '`more` of the previous page' })),
})
export const More = Type.Optional(
  Type.String({ description: 'Send it as `paginationToken` for the next page' }),
)
