import { inWords, usualLeast } from '../durations.ts'
import type { IncidentFacts, IncidentMessage } from '../messages/message.ts'
import { type AlertEvent, type EndEvent, endEvents } from '../schema.ts'

/** An execution that ended, as far as rules look at it. */
export interface End {
  readonly executionId: string
  readonly projectId: string
  readonly projectName: string
  readonly environmentName: string
  readonly pipelineName: string
  readonly tag: string | null
  readonly status: 'SUCCESS' | 'FAILED'
  readonly startedBy: string
  readonly startedAt: Date | null
  readonly finishedAt: Date
  readonly message: string | null
  /** Which gates failed, for people; null when none did. */
  readonly gateFailures: string | null
  /**
   * The number of successful runs that it is compared with, and the duration of the shortest; null without
   * any.
   */
  readonly earlierRuns: number
  readonly shortestSeconds: number | null
}

/** A rule as evaluation sees it. */
export interface WatchingRule {
  readonly id: string
  readonly projectId: string | null
  readonly name: string
  readonly events: readonly AlertEvent[]
  readonly environmentName: string | null
  readonly pipelineName: string | null
  readonly tag: string | null
  readonly notifyRecovered: boolean
}

export interface Incident {
  readonly id: string
  readonly ruleId: string
  readonly projectId: string | null
  readonly event: AlertEvent
  readonly subject: string
  readonly facts: IncidentFacts
  occurrences: number
  readonly openedAt: Date
  lastAt: Date
  closedAt: Date | null
  /** Not stored yet. */
  readonly isNew: boolean
}

/** What evaluating ends changes. */
export interface Changes {
  /** Incidents that were opened, occurred again or were closed. */
  readonly incidents: readonly Incident[]
  /** Messages by incident, in the order in which they are to be told. */
  readonly messages: readonly IncidentMessage[]
}

/** What occurrences have in common that belong to one incident of a rule. */
export const subjectOf = ({ projectId, environmentName, pipelineName }: End): string =>
  `${projectId}/${environmentName}/${pipelineName}`

const matches = (rule: WatchingRule, end: End): boolean =>
  (rule.projectId === null || rule.projectId === end.projectId) &&
  (rule.environmentName === null || rule.environmentName === end.environmentName) &&
  (rule.pipelineName === null || rule.pipelineName === end.pipelineName) &&
  (rule.tag === null || rule.tag === end.tag)

const keyOf = (ruleId: string, event: AlertEvent, subject: string) => `${ruleId} ${event} ${subject}`

/**
 * What ends do to incidents, one after another: a failure opens one or is another occurrence of the open one,
 * a failed gate and a run that was too short likewise; a success without it closes it, unless it ended before
 * the last occurrence did.
 */
export function evaluateEnds(
  ends: readonly End[],
  rules: readonly WatchingRule[],
  open: readonly Incident[],
  newId: () => string,
): Changes {
  const byKey = new Map(open.map((one) => [keyOf(one.ruleId, one.event, one.subject), one]))
  const changed = new Set<Incident>()
  const messages: IncidentMessage[] = []

  function fail(rule: WatchingRule, event: EndEvent, end: End, subject: string): void {
    const key = keyOf(rule.id, event, subject)
    const present = byKey.get(key)
    if (present !== undefined) {
      present.occurrences++
      if (present.lastAt < end.finishedAt) present.lastAt = end.finishedAt
      changed.add(present)
      return
    }
    const incident: Incident = {
      id: newId(),
      ruleId: rule.id,
      projectId: rule.projectId,
      event,
      subject,
      facts: factsOf(end, event),
      occurrences: 1,
      openedAt: end.finishedAt,
      lastAt: end.finishedAt,
      closedAt: null,
      isNew: true,
    }
    byKey.set(key, incident)
    changed.add(incident)
    messages.push(messageOf('OPENED', rule, incident, incident.facts, end.finishedAt))
  }

  function succeed(rule: WatchingRule, event: EndEvent, end: End, subject: string): void {
    const key = keyOf(rule.id, event, subject)
    const present = byKey.get(key)
    if (present === undefined || end.finishedAt < present.lastAt) return
    present.closedAt = end.finishedAt
    byKey.delete(key)
    changed.add(present)
    if (rule.notifyRecovered)
      messages.push(messageOf('RECOVERED', rule, present, factsOf(end, event), end.finishedAt))
  }

  for (const end of ends) {
    const subject = subjectOf(end)
    for (const rule of rules) {
      if (!matches(rule, end)) continue
      for (const event of endEvents) {
        if (!rule.events.includes(event)) continue
        if (hasOccurred[event](end)) fail(rule, event, end, subject)
        else if (end.status === 'SUCCESS') succeed(rule, event, end, subject)
      }
    }
  }
  return { incidents: [...changed], messages }
}

const hasOccurred: Readonly<Record<EndEvent, (end: End) => boolean>> = {
  FAILED: ({ status }) => status === 'FAILED',
  GATE_FAILED: ({ gateFailures }) => gateFailures !== null,
  RAN_SHORT: (end) => {
    const least = usualLeast(end.earlierRuns, end.shortestSeconds ?? 0)
    return end.status === 'SUCCESS' && least !== undefined && secondsOf(end) < least
  },
}

/** What never started took no time. */
const secondsOf = ({ startedAt, finishedAt }: End): number =>
  startedAt === null ? 0 : (finishedAt.getTime() - startedAt.getTime()) / 1_000

function detailOf(end: End, event: EndEvent): string | null {
  if (event === 'GATE_FAILED') return end.gateFailures
  if (event === 'FAILED') return end.message
  const { earlierRuns, shortestSeconds } = end
  return `It took ${inWords(secondsOf(end))}; the last ${earlierRuns} successful runs took ${inWords(shortestSeconds ?? 0)} at least.`
}

const factsOf = (end: End, event: EndEvent): IncidentFacts => ({
  projectId: end.projectId,
  projectName: end.projectName,
  environmentName: end.environmentName,
  pipelineName: end.pipelineName,
  executionId: end.executionId,
  startedBy: end.startedBy,
  ...(end.startedAt !== null && { startedAt: end.startedAt.toISOString() }),
  finishedAt: end.finishedAt.toISOString(),
  ...(detailOf(end, event) !== null && { detail: detailOf(end, event)! }),
})

/** The message that an incident was opened, or is over, `at` that moment. */
export function messageOf(
  kind: 'OPENED' | 'RECOVERED',
  rule: WatchingRule,
  { id, event, openedAt, occurrences }: Incident,
  facts: IncidentFacts,
  at: Date,
): IncidentMessage {
  return {
    kind,
    event,
    incidentId: id,
    ruleId: rule.id,
    ruleName: rule.name,
    openedAt: openedAt.toISOString(),
    at: at.toISOString(),
    occurrences,
    facts,
  }
}
