import Type, { type Static } from 'typebox'
import { NamedPageQuery, pageOf } from '../../../http/page.ts'
import { AlertEvent, OfInstallation, OwnerId } from '../schema.ts'

const MAX_CHANNELS = 20
const MAX_AFTER_MINUTES = 10_080
const MAX_CREDITS = 1_000_000_000

const Events = Type.Array(AlertEvent, { minItems: 1, maxItems: 20, uniqueItems: true })
const Channels = Type.Array(Type.String({ format: 'uuid' }), {
  minItems: 1,
  maxItems: MAX_CHANNELS,
  uniqueItems: true,
  description: 'Channels of the same owner',
})
const settings = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description: 'Unique among the rules of its owner without regard to case',
    examples: ['Nightly loads'],
  }),
  events: Events,
  channelIds: Channels,
  environmentName: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Any environment when absent' }),
  ),
  pipelineName: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: 'Any pipeline when absent' }),
  ),
  executionTag: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Only executions with this tag' }),
  ),
  afterMinutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_AFTER_MINUTES,
      description:
        'After how long RUNNING_LONG, QUEUED_LONG, RUNNER_LOST and SCHEDULE_LATE are reported. By default 10 minutes in the ' +
        'queue or after the due time, 2 minutes without a process of the runner, and half as long again as the longest of the last 30 successful runs of the ' +
        'pipeline in the environment, once there are 10',
    }),
  ),
  creditsPerMonth: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_CREDITS,
      description:
        'Needed by BUDGET_EXCEEDED, and only there: what the rule watches may consume so many credits (busy hours of slots) ' +
        'in a calendar month, in UTC',
    }),
  ),
}

/** Which events are reported to which channels. */
export const AlertRule = Type.Object({
  id: Type.String({ format: 'uuid' }),
  projectId: Type.Optional(OwnerId),
  ...settings,
  notifyRecovered: Type.Boolean(),
  enabled: Type.Boolean(),
  updatedAt: Type.String({ format: 'date-time' }),
  updatedBy: Type.String(),
})
/** The whole rule: what a replacement leaves out is no longer limited, or has its default. */
export const NewAlertRule = Type.Object(
  {
    projectId: Type.Optional(OwnerId),
    ...settings,
    notifyRecovered: Type.Optional(
      Type.Boolean({ description: 'Whether to send a message when an incident ends, too. True by default' }),
    ),
    enabled: Type.Optional(Type.Boolean({ description: 'True by default' })),
  },
  { additionalProperties: false },
)
export const AlertRulePage = pageOf(AlertRule)
export const AlertRulePath = Type.Object({ alertRuleId: Type.String({ format: 'uuid' }) })
export const AlertRuleQuery = Type.Object({
  ...NamedPageQuery.properties,
  projectId: Type.Optional(Type.String({ format: 'uuid', description: 'Only those of this project' })),
  ofInstallation: OfInstallation,
})

export type AlertRule = Static<typeof AlertRule>
export type NewAlertRule = Static<typeof NewAlertRule>
