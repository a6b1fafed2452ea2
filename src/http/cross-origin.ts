import type { FastifyReply, FastifyRequest } from 'fastify'
import { varyingBy } from './compression.ts'
import type { Server } from './server-type.ts'

/** Browsers ask again after two hours at the latest. */
const PREFLIGHT_SECONDS = 7_200
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** What a page may read of an answer beside the few headers that every page may (Fetch §3.3.3). */
const READABLE = 'ETag, Location, Retry-After, Allow, WWW-Authenticate, X-Request-Id, Content-Disposition'
const headerNames = /^[\w!#$%&'*+.^`|~-]+(\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/

export interface CrossOriginOptions {
  /** Exactly as browsers write them: scheme, host and port. */
  readonly origins: readonly string[]
  /** Path prefixes that pages of those origins may call. */
  readonly prefixes: readonly string[]
}

/**
 * Lets scripts of pages from other origins call the API (CORS). They authenticate with a token in
 * `Authorization`: cookies are never allowed, so such a page can do nothing in the name of a user who is
 * signed in here. Without an origin in the list nothing is added to any answer.
 */
export function allowOrigins(app: Server, { origins, prefixes }: CrossOriginOptions): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!prefixes.some((prefix) => request.originalUrl.startsWith(prefix))) return
    // The answer to another origin differs, whoever asks first.
    reply.header('vary', varyingBy(reply.getHeader('vary'), 'Origin'))
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    if (isPreflight(request)) return answerPreflight(request, reply)
    reply.header('access-control-expose-headers', READABLE)
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

/** Which headers a page sends is up to it: none opens anything without a token. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wanted = request.headers['access-control-request-headers']
  if (typeof wanted === 'string' && headerNames.test(wanted))
    reply.header('access-control-allow-headers', wanted)
  return reply
    .code(204)
    .headers({ 'access-control-allow-methods': METHODS, 'access-control-max-age': PREFLIGHT_SECONDS })
    .send()
}
