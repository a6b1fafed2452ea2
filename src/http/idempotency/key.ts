import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../lib/problem.ts'
import { declaredHeaders } from '../header-text.ts'

/**
 * Identifies one request of a client, so that sending it again after a lost response changes nothing twice.
 */
export interface RequestKey {
  readonly key: string
  /** Of method, address, body and header parameters: a key that comes with another request is rejected. */
  readonly fingerprint: string
}

/** Each attempt of one request may be a span of its own. */
const ofEachAttempt = ['traceparent', 'tracestate']

const visibleAscii = /^[\x21-\x7e]{1,255}$/

/**
 * The header `Idempotency-Key` of a request; undefined without it. Throws `bad-request` when it cannot be a
 * key.
 */
export function requestKey(
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body' | 'routeOptions'>,
): RequestKey | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !visibleAscii.test(key))
    throw badRequest(['headers/idempotency-key must have 1 to 255 visible ASCII characters'])
  // A body that is read as a stream is known by its length only.
  const body = request.body ?? request.headers['content-length'] ?? null
  const parameters = declaredHeaders(request)
    .filter((name) => !ofEachAttempt.includes(name) && request.headers[name] !== undefined)
    .map((name) => [name, request.headers[name]])
  const whole = JSON.stringify([request.method, request.url, body, ...parameters])
  return { key, fingerprint: createHash('sha256').update(whole).digest('base64url') }
}
