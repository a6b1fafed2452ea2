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

export type Message = IncidentMessage | TestMessage

/** What begins, and what is over. */
const eventWords: Readonly<Record<AlertEvent, readonly [opened: string, over: string]>> = {
  FAILED: ['Failed', 'Recovered'],
  RUNNING_LONG: ['Running longer than usual', 'Ended'],
  QUEUED_LONG: ['Waiting in the queue', 'No longer waiting in the queue'],
  RUNNER_LOST: ['Runner lost', 'Runner no longer lost'],
}

const MAX_DETAIL_CHARACTERS = 2_000

/** One line that says what happened. */
export function titleOf(message: Message): string {
  if (message.kind === 'TEST') return `Test message of the alert channel ${message.channelName}`
  const { kind, event, facts } = message
  return kind === 'RECOVERED' ? `${eventWords[event][1]}: ${subjectOf(facts)}` : titleOfIncident(event, facts)
}

/** The same for an incident, whether or not it is over. */
export const titleOfIncident = (event: AlertEvent, facts: IncidentFacts): string =>
  `${eventWords[event][0]}: ${subjectOf(facts)}`

function subjectOf({ pipelineName, environmentName, projectName, runnerName }: IncidentFacts): string {
  if (runnerName !== undefined) return runnerName
  const where = environmentName === undefined ? '' : ` in ${environmentName}`
  const project = projectName === undefined ? '' : ` (${projectName})`
  return `${pipelineName ?? 'executions'}${where}${project}`
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
  const { facts, ruleName, openedAt, at, kind, occurrences } = message
  const { projectName, environmentName, pipelineName, runnerName, startedBy, detail } = facts
  const named: readonly (readonly [string, string | undefined])[] = [
    ['Project', projectName],
    ['Environment', environmentName],
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

function linkOf({ executionId, runnerId }: IncidentFacts, origin: string): string | undefined {
  if (executionId !== undefined) return `${origin}/executions/${executionId}`
  return runnerId === undefined ? undefined : `${origin}/runners/${runnerId}`
}

const brief = (text: string): string =>
  text.length > MAX_DETAIL_CHARACTERS ? `${text.slice(0, MAX_DETAIL_CHARACTERS)}…` : text
