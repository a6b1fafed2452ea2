import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../lib/problem.ts'

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
  const whole = JSON.stringify([request.method, request.url, request.body ?? null])
  return { key, fingerprint: createHash('sha256').update(whole).digest('base64url') }
}
