import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../lib/problem.ts'
import type { AnyCaller, Caller } from './caller.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the bearer check; routes read it through `callerOf`. */
    authenticated: AnyCaller | undefined
  }
  interface FastifyContextConfig {
    /** Served without a token. */
    publicAccess?: boolean
  }
}

/** Whom a token names, or undefined when it is not, or no longer, valid. */
export type Authenticate = (token: string) => Promise<AnyCaller | undefined>

/**
 * Every route of `app` needs a bearer token, unless its `config` says `publicAccess`. The check comes before the body
 * is read, so that strangers cannot make the server work.
 */
export function requireBearer(app: Server, authenticate: Authenticate): void {
  app.decorateRequest('authenticated', undefined)
  app.addHook('onRequest', async (request: FastifyRequest, _reply: FastifyReply) => {
    if (request.routeOptions.config.publicAccess || request.is404) return
    const caller = await authenticateHeader(request.headers.authorization, authenticate)
    if (caller.kind === 'RUNNER')
      throw new Problem('forbidden', 'A runner credential can only open a runner session')
    request.authenticated = caller
  })
}

/** Reads `Authorization: Bearer …` (RFC 6750). Throws the problem `unauthorized` with what to do. */
export async function authenticateHeader(
  header: string | undefined,
  authenticate: Authenticate,
): Promise<AnyCaller> {
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header ?? '')?.[1]
  if (token === undefined) {
    throw new Problem(
      'unauthorized',
      'Send the header Authorization: Bearer <access token>; POST /oauth/token gives one',
    )
  }
  const caller = await authenticate(token)
  if (caller === undefined) {
    throw new Problem(
      'unauthorized',
      'The access token is expired, revoked or not valid; get a new one from POST /oauth/token',
    )
  }
  return caller
}

/** Who makes this request. Only for routes behind the bearer check. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = request.authenticated
  if (caller === undefined || caller.kind === 'RUNNER')
    throw new Error('This route is not behind the bearer check')
  return caller
}
