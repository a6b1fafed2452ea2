import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'
import { sortBy } from '../../http/sort.ts'

const Instant = Type.String({ format: 'date-time' })
const Outcome = Type.Enum(['SUCCEEDED', 'REFUSED', 'UNKNOWN'], {
  description: 'UNKNOWN: a server stopped or failed before it knew the outcome',
})

const ActorKind = Type.Enum(['CREDENTIAL', 'USER', 'RUNNER', 'DIRECTORY'])

export const Event = Type.Object({
  seq: Type.Integer({ description: 'Position in the chain, without gaps' }),
  hash: Type.String({ description: 'Hash of this entry and the previous hash' }),
  at: Instant,
  operation: Type.String({
    description:
      'Its id in the OpenAPI document; of Git, pushToRepository and fetchFromRepository; of runners, openRunnerSession; of the first start, createFirstAdministrator',
  }),
  outcome: Outcome,
  method: Type.String(),
  path: Type.String(),
  status: Type.Optional(Type.Integer()),
  actor: Type.Optional(
    Type.Object({
      kind: ActorKind,
      id: Type.String(),
      name: Type.String(),
      tokenId: Type.Optional(
        Type.String({ description: 'Personal access token of the user, if it was done with one' }),
      ),
    }),
  ),
  from: Type.Object({ address: Type.String(), userAgent: Type.Optional(Type.String()) }),
  requestId: Type.String(),
  projectId: Type.Optional(Type.String()),
  request: Type.Optional(Type.Unknown({ description: 'The body, secrets masked' })),
  before: Type.Optional(Type.Unknown({ description: 'The resource before the change, secrets masked' })),
  after: Type.Optional(Type.Unknown({ description: 'The response, secrets masked' })),
  details: Type.Optional(
    Type.Unknown({
      description: 'Details that the response does not contain, such as why a single sign-on was refused',
    }),
  ),
  eventId: Type.String({
    description: '`seq` as a text; this member and those after it say the same for programs of others',
  }),
  eventTimestamp: Instant,
  eventType: Type.Enum(['CREATE', 'UPDATE', 'DELETE', 'READ', 'ACTION']),
  eventName: Type.String(),
  eventDescription: Type.String(),
  eventSource: Type.String(),
  eventProjectId: Type.Optional(Type.String()),
  eventSubjectId: Type.Optional(Type.String()),
  eventSubjectName: Type.Optional(Type.String()),
  eventSubjectType: Type.String(),
  actorId: Type.Optional(Type.String()),
  actorEmail: Type.Optional(Type.String()),
  additionalInfo: Type.Record(Type.String(), Type.Unknown()),
})
export const EventPage = pageOf(Event)

const filters = {
  from: Type.Optional(Type.String({ format: 'date-time', description: 'This instant and later' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this instant' })),
  operation: Type.Optional(Type.String({ maxLength: 255 })),
  actorId: Type.Optional(Type.String({ maxLength: 255 })),
  projectId: Type.Optional(Type.String({ format: 'uuid' })),
  outcome: Type.Optional(Outcome),
}
export const ExportQuery = Type.Object(filters)
export const EventQuery = Type.Object({ ...PageQuery.properties, ...filters, sort: sortBy(['at'], '-at') })

/** What the filters of the trail can be set to, found by a part of its name. */
export const EventChoiceQuery = Type.Object({
  ...PageQuery.properties,
  name: Type.Optional(
    Type.String({ maxLength: 255, description: 'Part of the name or the id, in any case' }),
  ),
})
export const EventOperationPage = pageOf(Type.Object({ operation: Type.String() }))
export const RecordedActor = Type.Object({
  id: Type.String(),
  kind: ActorKind,
  name: Type.String({ description: 'Name of the actor in its newest event' }),
  userName: Type.Optional(Type.String({ description: 'User name, if the user still exists' })),
})
export const EventActorPage = pageOf(RecordedActor)

export const Verification = Type.Object({
  intact: Type.Boolean(),
  entries: Type.Integer({ description: 'Entries that were verified' }),
  hash: Type.String({
    description: 'Hash of the last entry: stored elsewhere, it proves that no entries were cut off',
  }),
  fault: Type.Optional(Type.String()),
})

export type Event = Static<typeof Event>
export type RecordedActor = Static<typeof RecordedActor>
export type EventQuery = Static<typeof EventQuery>
export type ExportQuery = Static<typeof ExportQuery>
export type Verification = Static<typeof Verification>
