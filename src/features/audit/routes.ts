import { Readable } from 'node:stream'
import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import {
  EventActorPage,
  EventChoiceQuery,
  EventOperationPage,
  EventPage,
  EventQuery,
  ExportQuery,
  Verification,
} from './schema.ts'
import type { Audit } from './service.ts'

const area = 'Audit Events'

export function auditRoutes(app: Server, audit: Audit): void {
  eventRoutes(app, audit)
  choiceRoutes(app, audit)
}

// Over 60 lines: one declaration per route, each short.
function eventRoutes(app: Server, audit: Audit): void {
  app.get(
    '/v1/events',
    {
      config: { needs: (request) => audit.admit(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'listEvents',
          area,
          summary: 'List changes and refused requests, newest first',
          description: 'For SUPER_ADMIN; with projectId for administrators of that project too.',
          answers: { 200: EventPage },
          problems: [403, 404],
        }),
        querystring: EventQuery,
      },
    },
    async (request, reply) => {
      const events = await audit.list(callerOf(request), request.query, pageRequest(request.query))
      return reply.type('application/json').serializer(String).send(JSON.stringify(events))
    },
  )

  app.get(
    '/v1/events/export',
    {
      config: { needs: (request) => audit.admit(callerOf(request), request.query) },
      schema: {
        ...operation({
          id: 'exportEvents',
          area,
          summary: 'Export all events as NDJSON, oldest first',
          answers: {
            200: {
              description: 'One event per line, as JSON',
              content: { 'application/x-ndjson': { schema: Type.String() } },
            },
          },
          problems: [403, 404],
        }),
        querystring: ExportQuery,
      },
    },
    async (request, reply) => {
      const lines = await audit.exported(callerOf(request), request.query)
      return reply.type('application/x-ndjson').send(Readable.from(lines))
    },
  )

  app.get(
    '/v1/events/verification',
    {
      schema: operation({
        id: 'verifyEvents',
        area,
        summary: 'Verify the hash chain of the audit trail',
        answers: { 200: Verification },
        problems: [403],
      }),
    },
    (request) => audit.verify(callerOf(request)),
  )
}

/** What the filters of a page can offer. */
function choiceRoutes(app: Server, audit: Audit): void {
  const needs = { account: 'SUPER_ADMIN' } as const
  app.get(
    '/v1/events/operations',
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'listEventOperations',
          area,
          summary: 'List the operations that have events, by name',
          answers: { 200: EventOperationPage },
          problems: [403],
        }),
        querystring: EventChoiceQuery,
      },
    },
    (request) => audit.operations(callerOf(request), request.query.name ?? '', pageRequest(request.query)),
  )

  app.get(
    '/v1/events/actors',
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'listEventActors',
          area,
          summary:
            'List who has events, by name: users, credentials, runners and directories, deleted ones too',
          answers: { 200: EventActorPage },
          problems: [403],
        }),
        querystring: EventChoiceQuery,
      },
    },
    (request) => audit.actors(callerOf(request), request.query.name ?? '', pageRequest(request.query)),
  )
}
