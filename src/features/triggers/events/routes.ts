import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../../http/bearer.ts'
import { requestKey } from '../../../http/idempotency/key.ts'
import { longNumbersIn, putLongNumbers } from '../../../http/long-numbers.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { badRequest } from '../../../lib/problem.ts'
import { AcceptedEvent, MAX_EVENT_BYTES, type TriggerAddress, TriggerEvent, TriggerPath } from '../schema.ts'
import type { TriggerEvents } from './service.ts'

/** The bodies of requests as they were sent: a signature is of bytes, not of what they mean. */
const bodies = new WeakMap<FastifyRequest, Buffer[]>()

const MAX_ID_CHARACTERS = 255

export function eventRoutes(app: Server, events: TriggerEvents): void {
  app.post(
    '/v1/projects/:projectId/triggers/:triggerId/events',
    {
      // The id of the event makes a repeat harmless, no matter who sends it.
      config: {
        idempotency: 'in-transaction',
        needs: (request) => events.admit(callerOf(request), request.params as TriggerAddress),
      },
      bodyLimit: MAX_EVENT_BYTES,
      preParsing(request, _reply, payload, done) {
        const chunks: Buffer[] = []
        bodies.set(request, chunks)
        const copied = new PassThrough()
        payload.on('data', (chunk: Buffer) => chunks.push(chunk))
        payload.on('error', (error) => copied.destroy(error))
        done(null, payload.pipe(copied))
      },
      schema: {
        ...operation({
          id: 'sendTriggerEvent',
          area: 'Triggers',
          summary: 'Send an event to a trigger: its pipeline starts once for each event id',
          description:
            'The body is the event, any JSON object of up to 64 KiB; `variablePaths` of the trigger say which variables it ' +
            'sets. Its id is the header `webhook-id`, else `Idempotency-Key`. A trigger that takes signed events only checks ' +
            '`webhook-timestamp` and `webhook-signature` (Standard Webhooks) besides the token.',
          answers: { 202: AcceptedEvent },
          problems: [403, 404, 409, 413, 415, 429],
        }),
        params: TriggerPath,
        body: TriggerEvent,
      },
    },
    async (request, reply) => {
      const { headers, body } = request
      // As numbers they would be other ones: the id of an order is to be found again.
      putLongNumbers(longNumbersIn(body), String)
      const accepted = await events.accept(callerOf(request), request.params, {
        id: idOf(headerOf(headers, 'webhook-id')),
        timestamp: headerOf(headers, 'webhook-timestamp'),
        signature: headerOf(headers, 'webhook-signature'),
        body: Buffer.concat(bodies.get(request) ?? []),
        idempotencyKey: requestKey(request)?.key,
        payload: body,
      })
      return reply.code(202).send(accepted)
    },
  )
}

function headerOf(headers: FastifyRequest['headers'], name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

function idOf(id: string | undefined): string | undefined {
  if (id === undefined || (/^[\x21-\x7e]+$/.test(id) && id.length <= MAX_ID_CHARACTERS)) return id
  throw badRequest([`headers/webhook-id must have 1 to ${MAX_ID_CHARACTERS} visible ASCII characters`])
}
