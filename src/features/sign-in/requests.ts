import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { Browser } from './sessions.ts'

export const area = 'Sign-in'

/** A form of another site could sign a browser in as somebody else: forms cannot send JSON (login CSRF). */
export async function refuseForms({ headers }: FastifyRequest): Promise<void> {
  if (/^application\/json\b/i.test(headers['content-type'] ?? '')) return
  throw new Problem('unsupported-media-type', 'Send the credentials as application/json')
}

/** Where a request comes from. */
export const browserOf = (request: FastifyRequest): Browser => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})
