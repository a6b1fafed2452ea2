import type { Event } from './schema.ts'

/**
 * The members by which programs of others know events (decisions.md §16); made of ours when an event is read.
 */
export type PublicEvent = Pick<
  Event,
  | 'eventId'
  | 'eventTimestamp'
  | 'eventType'
  | 'eventName'
  | 'eventDescription'
  | 'eventSource'
  | 'eventProjectId'
  | 'eventSubjectId'
  | 'eventSubjectName'
  | 'eventSubjectType'
  | 'actorId'
  | 'actorEmail'
  | 'additionalInfo'
>

type Own = Omit<Event, keyof PublicEvent>

const types = [
  [/^(create|add|import|duplicate|publish|promote|associate|restore)/, 'CREATE'],
  [/^(delete|remove|clear|revoke)/, 'DELETE'],
  [/^(update|replace|set|change|reset|refresh|extend|share|accept)/, 'UPDATE'],
  [/^(get|list|search|export|verify|preview|validate|test)/, 'READ'],
] as const

const withoutVerb = (operation: string): string => operation.replace(/^[a-z]+(OrUpdate)?/, '')
const words = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

export function publicEvent(event: Own, actorEmail: string | undefined): PublicEvent {
  const { operation, actor, outcome, projectId, status, path, method, from, requestId } = event
  const type = types.find(([verb]) => verb.test(operation))?.[1] ?? 'ACTION'
  const who = actor?.name ?? 'Somebody unknown'
  const what = words(operation.replace(/^./, (first) => first.toUpperCase()))
  const { id, name } = subjectOf(event)
  return {
    eventId: String(event.seq),
    eventTimestamp: event.at,
    eventType: type,
    eventName: operation,
    eventDescription: `${who}: ${what} (${outcome.toLowerCase()})`,
    eventSource: 'headrace',
    ...(projectId !== undefined && { eventProjectId: projectId }),
    ...(id !== undefined && { eventSubjectId: id }),
    ...(name !== undefined && { eventSubjectName: name }),
    eventSubjectType: withoutVerb(operation) || operation,
    ...(actor !== undefined && { actorId: actor.id }),
    ...(actorEmail !== undefined && { actorEmail }),
    additionalInfo: {
      outcome,
      method,
      path,
      requestId,
      address: from.address,
      ...(status !== undefined && { status }),
    },
  }
}

const stringAt = (value: unknown, member: string): string | undefined => {
  const found = (Object(value) as Record<string, unknown>)[member]
  return typeof found === 'string' ? found : undefined
}

/** What an event is about: as its state says after or before, or else the end of its address. */
function subjectOf({ operation, path, before, after, request }: Own): { id?: string; name?: string } {
  const noun = withoutVerb(operation)
  const idName = `${noun.slice(0, 1).toLowerCase()}${noun.slice(1)}Id`
  const states = [after, before, request]
  const first = (members: readonly string[]): string | undefined =>
    states
      .flatMap((state) => members.map((member) => stringAt(state, member)))
      .find((one) => one !== undefined)
  const last = path.split('/').findLast((part) => part !== '')
  const id = first([idName, 'id', 'clientId']) ?? last
  const name = first(['displayName', 'name', 'userName', 'versionName'])
  return { ...(id !== undefined && { id }), ...(name !== undefined && { name }) }
}
