import type { components } from '../../../openapi/types.generated.ts'

type Schemas = components['schemas']
export type Channel = Schemas['AlertChannel']
export type NewChannel = Schemas['NewAlertChannel']
export type Rule = Schemas['AlertRule']
export type NewRule = Schemas['NewAlertRule']
export type Incident = Schemas['AlertIncident']
export type Delivery = Schemas['AlertDelivery']

export const channelsPath = '/v1/alert-channels'
export const channelPath = '/v1/alert-channels/{alertChannelId}'
export const rulesPath = '/v1/alert-rules'
export const rulePath = '/v1/alert-rules/{alertRuleId}'
export const incidentsPath = '/v1/alert-incidents'
export const deliveriesPath = '/v1/alert-deliveries'

/** What rules report, as people choose it. */
export const eventLabels: Readonly<Record<Rule['events'][number], string>> = {
  FAILED: 'Failed executions',
  GATE_FAILED: 'Failed gates, including those that only warn',
  RUNNING_LONG: 'Executions that run longer than usual',
  RAN_SHORT: 'Executions that ran shorter than usual',
  QUEUED_LONG: 'Executions that wait a long time in the queue',
  RUNNER_LOST: 'Runners that lost their connection',
  SCHEDULE_LATE: 'Schedules whose run starts late',
  SCHEDULE_MISSED: 'Schedules that missed a run',
  BUDGET_EXCEEDED: 'Exceeded monthly budgets',
}

/** What is shown: the alerts of a project, or without one those of the installation. */
export interface Owner {
  readonly projectId: string | undefined
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Without members that are undefined, as the types of the API want it. */
export const present = <T extends object>(values: T): Present<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>

/** How many of a list are read at once. */
export const MAX_ROWS = 100

/** Which of a list: those of the owner. */
export const ownedQuery = ({ projectId }: Owner) =>
  projectId === undefined ? { ofInstallation: true as const } : { projectId }
