import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../lib/problem.ts'

/** Identifies one request of a client, so that sending it again after a lost response changes nothing twice. */
export interface RequestKey {
  readonly key: string
  /** Of method, address and body: a key that comes with another request is rejected. */
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
