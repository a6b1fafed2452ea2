import type { AlertEvent } from '../schema.ts'

/** What an incident is about, as it was when it was opened, or when it was over. */
export interface IncidentFacts {
  readonly projectId?: string
  readonly projectName?: string
  readonly environmentName?: string
  readonly pipelineName?: string
  readonly executionId?: string
  readonly runnerId?: string
  readonly runnerName?: string
  readonly scheduleId?: string
  readonly scheduleName?: string
  readonly startedBy?: string
  readonly startedAt?: string
  readonly finishedAt?: string
  /** What the execution itself says, such as why it failed, or for how long something has lasted. */
  readonly detail?: string
}

/** The message about an incident. It is stored with the delivery, so that every attempt sends the same. */
export interface IncidentMessage {
  readonly kind: 'OPENED' | 'RECOVERED'
  readonly event: AlertEvent
  readonly incidentId: string
  readonly ruleId: string
  readonly ruleName: string
  readonly openedAt: string
  /** When the event happened. */
  readonly at: string
  readonly occurrences: number
  readonly facts: IncidentFacts
}

export interface TestMessage {
  readonly kind: 'TEST'
  readonly channelName: string
}

/** What a channel got pending within its interval, in order. */
export interface DigestMessage {
  readonly kind: 'DIGEST'
  /** Undefined for a channel of the installation. */
  readonly projectId: string | undefined
  readonly messages: readonly IncidentMessage[]
}

export type Message = IncidentMessage | TestMessage | DigestMessage

/** What begins, and what is over. */
const eventWords: Readonly<Record<AlertEvent, readonly [opened: string, over: string]>> = {
  FAILED: ['Failed', 'Recovered'],
  GATE_FAILED: ['Gate failed', 'Gates pass again'],
  RUNNING_LONG: ['Running longer than usual', 'Ended'],
  RAN_SHORT: ['Ran shorter than usual', 'Ran as long as usual'],
  QUEUED_LONG: ['Waiting in the queue', 'No longer waiting in the queue'],
  RUNNER_LOST: ['Runner lost', 'Runner no longer lost'],
  SCHEDULE_LATE: ['Schedule late', 'Schedule no longer late'],
  SCHEDULE_MISSED: ['Scheduled run missed', 'Schedule runs again'],
  BUDGET_EXCEEDED: ['Budget exceeded', 'No longer over budget'],
}

const MAX_DETAIL_CHARACTERS = 2_000
/** Of a digest so many are listed for people. */
const MAX_LISTED = 20

/** One line that says what happened. */
export function titleOf(message: Message): string {
  if (message.kind === 'TEST') return `Test message of the alert channel ${message.channelName}`
  if (message.kind === 'DIGEST') return titleOfDigest(message)
  const { kind, event, facts } = message
  return kind === 'RECOVERED' ? `${eventWords[event][1]}: ${subjectOf(facts)}` : titleOfIncident(event, facts)
}

function titleOfDigest({ messages }: DigestMessage): string {
  const over = messages.filter(({ kind }) => kind === 'RECOVERED').length
  return `${messages.length} alerts: ${messages.length - over} opened, ${over} over`
}

/** The same for an incident, whether or not it is over. */
export const titleOfIncident = (event: AlertEvent, facts: IncidentFacts): string =>
  `${eventWords[event][0]}: ${subjectOf(facts)}`

function subjectOf(facts: IncidentFacts): string {
  const { pipelineName, environmentName, projectName, runnerName, scheduleName } = facts
  if (runnerName !== undefined) return runnerName
  const where = environmentName === undefined ? '' : ` in ${environmentName}`
  const project = projectName === undefined ? '' : ` (${projectName})`
  return `${scheduleName ?? pipelineName ?? 'executions'}${where}${project}`
}

/** A message as people read it. */
export interface Readable {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly detail: string | undefined
  /** Where to read more. */
  readonly link: string | undefined
}

/** `origin`: under which people reach the interface. */
export function readable(message: Message, origin: string): Readable {
  const title = titleOf(message)
  if (message.kind === 'TEST') {
    const detail = 'If you can read this, alerts reach this channel.'
    return { title, facts: [], detail, link: undefined }
  }
  if (message.kind === 'DIGEST') return readableDigest(message, origin)
  const { facts, ruleName, openedAt, at, kind, occurrences } = message
  const { projectName, environmentName, pipelineName, runnerName, scheduleName, startedBy, detail } = facts
  const named: readonly (readonly [string, string | undefined])[] = [
    ['Project', projectName],
    ['Environment', environmentName],
    ['Schedule', scheduleName],
    ['Pipeline', pipelineName],
    ['Runner', runnerName],
    ['Started by', startedBy],
    ['At', at],
    ['Since', kind === 'RECOVERED' ? openedAt : undefined],
    ['Occurrences', occurrences > 1 ? String(occurrences) : undefined],
    ['Rule', ruleName],
  ]
  return {
    title,
    facts: named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    detail: detail === undefined || detail === '' ? undefined : brief(detail),
    link: linkOf(facts, origin),
  }
}

function readableDigest(message: DigestMessage, origin: string): Readable {
  const { messages, projectId } = message
  const listed = messages.slice(0, MAX_LISTED).map((one) => `${one.at} ${titleOf(one)}`)
  const others = messages.length - listed.length
  const detail = [...listed, ...(others === 0 ? [] : [`and ${others} more`])].join('\n')
  const page = projectId === undefined ? 'administration/alerts' : `projects/${projectId}/alerts`
  return { title: titleOfDigest(message), facts: [], detail: brief(detail), link: `${origin}/${page}` }
}

function linkOf(facts: IncidentFacts, origin: string): string | undefined {
  const { executionId, runnerId, projectId, scheduleId } = facts
  if (executionId !== undefined) return `${origin}/executions/${executionId}`
  if (scheduleId !== undefined) return `${origin}/projects/${projectId}/schedules/${scheduleId}`
  return runnerId === undefined ? undefined : `${origin}/runners/${runnerId}`
}

const brief = (text: string): string =>
  text.length > MAX_DETAIL_CHARACTERS ? `${text.slice(0, MAX_DETAIL_CHARACTERS)}…` : text
