import type { FastifyReply } from 'fastify'
import { compressed, encodingFor, MIN_COMPRESSED_BYTES } from './encodings.ts'
import { isRead } from './reads.ts'
import type { Server } from './server-type.ts'

/**
 * Compresses what reads of `scope` answer. To be called after every hook that looks at answers as they are
 * sent.
 *
 * Never compressed: the answers of all other requests, and those that no cache may keep (`no-store`). That is
 * where secrets are, of sessions, tokens and new credentials: the length of an answer that holds a secret
 * beside what a stranger chose tells the secret, letter by letter (BREACH). Nor are streams: a log is read
 * line by line as it grows.
 *
 * The ETag stays that of the text. Tags that differ by encoding would be of no use to `If-Match`, which means
 * the state of the resource, and parts of an answer, where the difference counts, are not served.
 */
export function compressAnswers(scope: Server): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || !isRead(request) || !mayBeCompressed(reply)) return done(null, payload)
    reply.header('vary', varyingBy(reply.getHeader('vary'), 'Accept-Encoding'))
    if (Buffer.byteLength(payload) < MIN_COMPRESSED_BYTES) return done(null, payload)
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === undefined) return done(null, payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compressed(payload, encoding, 'now')
  })
}

function mayBeCompressed(reply: FastifyReply): boolean {
  if (reply.statusCode !== 200 && reply.statusCode !== 304) return false
  if (reply.getHeader('content-encoding') !== undefined) return false
  return !/\bno-store\b/.test(String(reply.getHeader('cache-control') ?? ''))
}

/** `Vary` with one more header. */
export function varyingBy(present: unknown, header: string): string {
  const names = String(present ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const isThere = names.some((name) => name === '*' || name.toLowerCase() === header.toLowerCase())
  return isThere ? names.join(', ') : [...names, header].join(', ')
}
