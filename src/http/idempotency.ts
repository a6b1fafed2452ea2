import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../lib/ids.ts'
import { badRequest, conflict, Problem } from '../lib/problem.ts'
import type { AnyCaller } from './caller.ts'
import type { Server } from './server.ts'

/** Names one request of a client, so that sending it again after a lost answer changes nothing twice. */
export interface RequestKey {
  readonly key: string
  /** Of method, address and body: a key that comes with another request is refused. */
  readonly fingerprint: string
}

const visibleAscii = /^[\x21-\x7e]{1,255}$/

/**
 * The header `Idempotency-Key` of a request; undefined without it. Throws `bad-request` when it cannot be a
 * key.
 */
export function requestKey(
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body'>,
): RequestKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !visibleAscii.test(key))
    throw badRequest(['headers/idempotency-key must have 1 to 255 visible ASCII characters'])
  // A body that is read as a stream is known by its length only.
  const body = request.body ?? request.headers['content-length'] ?? null
  const whole = JSON.stringify([request.method, request.url, body])
  return { key, fingerprint: createHash('sha256').update(whole).digest('base64url') }
}

/** An answer that was given, to be given again. */
export interface KeptAnswer {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

/** What is known of a key of a caller. */
export type KnownRequest =
  | { readonly kind: 'new' }
  | { readonly kind: 'other-request' }
  /** Not answered, since `sinceMs`: still in hand, or its server died with it. `reservedId` is what it was begun with. */
  | { readonly kind: 'unanswered'; readonly sinceMs: number; readonly reservedId: string }
  | { readonly kind: 'answered'; readonly answer: KeptAnswer }

/** Where requests with a key are kept for 24 hours. */
export interface AnswerKeeper {
  /** Takes the key for this request when it is free. `reservedId` is what the request makes will be called. */
  take(caller: string, key: RequestKey, reservedId: string): Promise<KnownRequest>
  keep(caller: string, key: string, answer: KeptAnswer): Promise<void>
  /** The request changed nothing: the key is free again. */
  free(caller: string, key: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How a POST keeps its promise that a repeat changes nothing. `own`: in the transaction of its own work. `by-id`:
     * what it makes has the reserved id, so that it may be begun again. Without it a request whose server died is
     * refused when it comes again: nobody knows how far it came.
     */
    idempotency?: 'own' | 'by-id'
  }
  interface FastifyRequest {
    /** With an Idempotency-Key on a `by-id` route: the id of what is made. */
    reservedId: string | undefined
    keptFor: { readonly caller: string; readonly key: string } | undefined
  }
}

/** A request without an answer is taken as still in hand for this long. */
const IN_HAND_MS = 60_000

const callerKey = (caller: AnyCaller): string | undefined => {
  if (caller.kind === 'RUNNER') return undefined
  return caller.kind === 'DIRECTORY' ? caller.clientId : caller.principalId
}

/**
 * Every POST of `app` may carry an Idempotency-Key: the same request again within 24 hours is given the same answer and
 * changes nothing, the same key with another request is refused with 409. A request that failed by its own fault leaves
 * the key free.
 */
export function answerRepeats(app: Server, keeper: AnswerKeeper): void {
  app.decorateRequest('reservedId', undefined)
  app.decorateRequest('keptFor', undefined)

  app.addHook('preHandler', async (request, reply) => {
    const { idempotency } = request.routeOptions.config
    if (request.method !== 'POST' || idempotency === 'own' || request.authenticated === undefined) return
    const caller = callerKey(request.authenticated)
    const key = requestKey(request)
    if (caller === undefined || key === undefined) return
    const reservedId = newId()
    const known = await keeper.take(caller, key, reservedId)
    if (known.kind === 'answered') return replay(reply, known.answer)
    if (known.kind === 'other-request')
      throw conflict('This Idempotency-Key was used for another request; choose a new key')
    if (known.kind === 'unanswered' && idempotency !== 'by-id') throw unanswered(known.sinceMs)
    request.reservedId = known.kind === 'unanswered' ? known.reservedId : reservedId
    request.keptFor = { caller, key: key.key }
    return
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const { keptFor } = request
    if (keptFor === undefined) return
    request.keptFor = undefined
    const { statusCode: status } = reply
    if (status >= 500) return // nobody knows how far it came
    const isText = payload === undefined || payload === null || typeof payload === 'string'
    if (status >= 400 || !isText || reply.hasHeader('set-cookie'))
      await keeper.free(keptFor.caller, keptFor.key)
    else {
      const location = reply.getHeader('location')
      const answer = {
        status,
        location: location?.toString(),
        body: (payload as string | null | undefined) ?? '',
      }
      await keeper.keep(keptFor.caller, keptFor.key, answer)
    }
  })
}

function unanswered(sinceMs: number): Problem {
  if (sinceMs < IN_HAND_MS)
    return new Problem('conflict', 'The same request is still in hand', { retryAfterSeconds: 1 })
  return conflict(
    'The same request was interrupted and may have been done: look whether it was, and choose a new Idempotency-Key if not',
  )
}

function replay(reply: FastifyReply, { status, location, body }: KeptAnswer) {
  reply.code(status).header('idempotent-replayed', 'true')
  if (location !== undefined) reply.header('location', location)
  return body === ''
    ? reply.send()
    : reply.type('application/json; charset=utf-8').serializer(String).send(body)
}
