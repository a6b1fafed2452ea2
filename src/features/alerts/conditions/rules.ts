import { type Changes, type Incident, messageOf, type WatchingRule } from '../incidents/rules.ts'
import type { IncidentFacts, IncidentMessage } from '../messages/message.ts'
import { isLasting, type LastingEvent, takesTime } from '../schema.ts'

/** Something that lasts at this moment. */
export interface Condition {
  readonly event: LastingEvent
  /**
   * The only rule that it is about, whatever else the rule watches; undefined: every rule that watches it.
   */
  readonly ruleId?: string
  /** What it is about, as text: what has the same subject belongs to one incident. */
  readonly subject: string
  /** A runner serves several. */
  readonly places: readonly Place[]
  /** Null for a runner. */
  readonly pipelineName: string | null
  readonly tag: string | null
  readonly lastsSeconds: number
  /** After how long it is reported where the rule does not say; undefined when nothing is usual yet. */
  readonly usualSeconds: number | undefined
  readonly facts: IncidentFacts
  /** Why it is worth a message. */
  readonly detail: string
}

export interface Place {
  readonly projectId: string
  readonly environmentName: string
}

/** A rule about what lasts. */
export interface LastingRule extends WatchingRule {
  readonly afterMinutes: number | null
}

const isAbout = (rule: LastingRule, { event, ruleId, ...condition }: Condition): boolean =>
  rule.events.includes(event) && (ruleId === undefined ? watches(rule, condition) : rule.id === ruleId)

const watches = (
  rule: LastingRule,
  { places, pipelineName, tag }: Pick<Condition, 'places' | 'pipelineName' | 'tag'>,
): boolean =>
  (rule.pipelineName === null || rule.pipelineName === pipelineName) &&
  (rule.tag === null || rule.tag === tag) &&
  ((rule.projectId === null && rule.environmentName === null) ||
    places.some(
      (place) =>
        (rule.projectId === null || rule.projectId === place.projectId) &&
        (rule.environmentName === null || rule.environmentName === place.environmentName),
    ))

function isDue(rule: LastingRule, { event, lastsSeconds, usualSeconds }: Condition): boolean {
  const after = rule.afterMinutes === null || !takesTime(event) ? usualSeconds : rule.afterMinutes * 60
  return after !== undefined && lastsSeconds >= after
}

const keyOf = (event: string, subject: string) => `${event} ${subject}`

/**
 * What conditions do to incidents at the moment `now`: one that lasts longer than its rule allows opens an
 * incident unless it has one, and an incident is closed as soon as its condition is over. Of conditions with
 * one subject the first counts.
 */
export function evaluateConditions(
  conditions: readonly Condition[],
  rules: readonly LastingRule[],
  open: readonly Incident[],
  now: Date,
  newId: () => string,
): Changes {
  const incidents: Incident[] = []
  const messages: IncidentMessage[] = []

  function begin(rule: LastingRule, { event, subject, facts, detail }: Condition): void {
    const incident: Incident = {
      id: newId(),
      ruleId: rule.id,
      projectId: rule.projectId,
      event,
      subject,
      facts: { ...facts, detail },
      occurrences: 1,
      openedAt: now,
      lastAt: now,
      closedAt: null,
      isNew: true,
    }
    incidents.push(incident)
    messages.push(messageOf('OPENED', rule, incident, incident.facts, now))
  }

  function end(rule: LastingRule, incident: Incident): void {
    incident.lastAt = now
    incident.closedAt = now
    incidents.push(incident)
    const { detail: _, ...facts } = incident.facts
    if (rule.notifyRecovered) messages.push(messageOf('RECOVERED', rule, incident, facts, now))
  }

  for (const rule of rules) {
    const own = open.filter(({ ruleId, event }) => ruleId === rule.id && isLasting(event))
    const present = new Set(own.map(({ event, subject }) => keyOf(event, subject)))
    const due = new Map<string, Condition>()
    for (const condition of conditions) {
      const key = keyOf(condition.event, condition.subject)
      if (!due.has(key) && isAbout(rule, condition) && isDue(rule, condition)) due.set(key, condition)
    }
    for (const incident of own) if (!due.has(keyOf(incident.event, incident.subject))) end(rule, incident)
    for (const [key, condition] of due) if (!present.has(key)) begin(rule, condition)
  }
  return { incidents, messages }
}
