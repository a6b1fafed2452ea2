import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../lib/ids.ts'
import { conflict, Problem } from '../../lib/problem.ts'
import type { AnyCaller } from '../caller.ts'
import type { Server } from '../server.ts'
import { requestKey } from './key.ts'
import type { ResponseStore, StoredResponse } from './store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How a POST keeps its promise that a repeat changes nothing. `in-transaction`: its service calls `once`.
     * `by-id`: what it creates has the reserved id, so that it may be started again. Without it, a repeat of
     * a request whose server died is rejected: how far it came is unknown.
     */
    idempotency?: 'in-transaction' | 'by-id'
  }
  interface FastifyRequest {
    /** With an Idempotency-Key on a `by-id` route: the id of what is created. */
    reservedId: string | undefined
    /** The key under which the response of this request is stored. */
    acquiredKey: AcquiredKey | undefined
  }
}

interface AcquiredKey {
  readonly caller: string
  readonly key: string
}

/**
 * A request without a response is considered in progress for this long; the clients wait for that a little
 * longer.
 */
const IN_PROGRESS_MS = 5 * 60_000

const keyOwner = (caller: AnyCaller): string | undefined => {
  if (caller.kind === 'RUNNER') return undefined
  return caller.kind === 'DIRECTORY' ? caller.clientId : caller.principalId
}

/**
 * Every POST of `app` may carry an Idempotency-Key: the same request again within 24 hours gets the same
 * response and changes nothing, the same key with another request is rejected with 409. A request that the
 * client got wrong leaves the key free.
 */
export function answerRepeats(app: Server, responses: ResponseStore): void {
  app.decorateRequest('reservedId', undefined)
  app.decorateRequest('acquiredKey', undefined)

  // Every request passes these hooks, so they return a promise only for requests with a key.
  app.addHook('preHandler', (request, reply, done) =>
    request.headers['idempotency-key'] === undefined ? done() : acquire(request, reply),
  )

  async function acquire(request: FastifyRequest, reply: FastifyReply) {
    const { idempotency } = request.routeOptions.config
    if (request.method !== 'POST' || idempotency === 'in-transaction') return
    if (request.authenticated === undefined) return
    const caller = keyOwner(request.authenticated)
    const key = requestKey(request)
    if (caller === undefined || key === undefined) return
    const reservedId = newId()
    const stored = await responses.acquire(caller, key, reservedId)
    const response = stored && responses.responseOf(caller, key.key, stored)
    if (response !== undefined) return replay(reply, response)
    if (stored !== undefined && idempotency !== 'by-id') throw unanswered(stored.ageMs)
    request.reservedId = stored?.reservedId ?? reservedId
    request.acquiredKey = { caller, key: key.key }
    return
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const { acquiredKey } = request
    if (acquiredKey === undefined) return done(null, payload)
    request.acquiredKey = undefined
    return keep(acquiredKey, reply, payload)
  })

  async function keep({ caller, key }: AcquiredKey, reply: FastifyReply, payload: unknown) {
    const { statusCode: status } = reply
    if (status >= 500) return payload // how far it came is unknown
    const isText = payload === undefined || payload === null || typeof payload === 'string'
    if (status >= 400 || !isText || reply.hasHeader('set-cookie')) {
      await responses.release(caller, key)
      return payload
    }
    const location = reply.getHeader('location')?.toString()
    const body = (payload as string | null | undefined) ?? ''
    const sent = await responses.save(caller, key, { status, location, body })
    if (sent.location !== undefined) reply.header('location', sent.location)
    reply.code(sent.status)
    return sent.body === body ? payload : sent.body
  }
}

function unanswered(ageMs: number): Problem {
  if (ageMs < IN_PROGRESS_MS)
    return new Problem('conflict', 'The same request is still in progress', { retryAfterSeconds: 1 })
  return conflict(
    'The same request was interrupted and may have taken effect: check, and repeat it with a new Idempotency-Key if not',
  )
}

function replay(reply: FastifyReply, { status, location, body }: StoredResponse) {
  reply.code(status).header('idempotent-replayed', 'true')
  if (location !== undefined) reply.header('location', location)
  return body === ''
    ? reply.send()
    : reply.type('application/json; charset=utf-8').serializer(String).send(body)
}
