import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../lib/problem.ts'
import type { AnyCaller, Caller, DirectoryCaller } from './caller.ts'
import { type OwnRequests, ownRequestsOf } from './in-process.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the bearer check; routes read it through `callerOf`. */
    authenticated: AnyCaller | undefined
    /**
     * Since when its body is on its way after that check, on the monotonic clock; undefined where it is here.
     */
    bodyAwaitedSinceMs: number | undefined
    /**
     * Finds out who makes the request. Throws the problem `unauthorized` when that is nobody, or nobody any
     * more.
     */
    authenticate(): Promise<void>
  }
  interface FastifyContextConfig {
    /** Served without a token. */
    publicAccess?: boolean
    /** Open to directory tokens. */
    directoryAccess?: boolean
    /**
     * Reads, although its method is POST: open to tokens that may only read, and no change in the audit
     * trail.
     */
    changesNothing?: boolean
    /**
     * Hands out a secret in clear, although its method is GET: needs the scope `write`, and leaves an entry
     * in the audit trail.
     */
    handsOutSecret?: boolean
  }
}

/** Whom a token names, or undefined when it is not, or no longer, valid. */
export type Authenticate = (token: string) => Promise<AnyCaller | undefined>

/** A kind of token, recognized by its prefix. */
export interface Bearer {
  readonly prefix: string
  readonly authenticate: Authenticate
}

/** Authenticates each token as the kind its prefix says, and every other token with `otherwise`. */
export const authenticateByPrefix =
  (kinds: readonly Bearer[], otherwise: Authenticate): Authenticate =>
  (token) => {
    const kind = kinds.find(({ prefix }) => token.startsWith(prefix))
    return (kind?.authenticate ?? otherwise)(token)
  }

/**
 * Whom the cookie of a browser names, for requests without a token; undefined without a session that is
 * valid.
 */
export type AuthenticateBrowser = (request: FastifyRequest) => Promise<Caller | undefined>

/** A body that takes longer than this to arrive has its caller looked up again. */
export const ARRIVED_AT_ONCE_MS = 100

/**
 * Every route of `app` needs a bearer token, unless its `config` says `publicAccess`. The check comes before
 * the body is read, so that strangers cannot make the server work, and once more when a body took its time:
 * it may be sent for hours, and nothing is done for a caller that was deleted meanwhile.
 */
export function requireBearer(
  app: Server,
  authenticate: Authenticate,
  authenticateBrowser: AuthenticateBrowser = async () => undefined,
): void {
  function find(request: FastifyRequest): Promise<AnyCaller> {
    const own = ownRequestsOf(request)
    if (own !== undefined) return findOwn(own)
    const { authorization } = request.headers
    return authorization === undefined
      ? findBrowser(request)
      : authenticateHeader(authorization, authenticate)
  }

  async function findBrowser(request: FastifyRequest): Promise<AnyCaller> {
    return (await authenticateBrowser(request)) ?? authenticateHeader(undefined, authenticate)
  }

  app.decorateRequest('authenticated', undefined)
  app.decorateRequest('bodyAwaitedSinceMs', undefined)
  app.decorateRequest('authenticate', async function (this: FastifyRequest) {
    const caller = await find(this)
    refuseMisuse(caller, this)
    this.authenticated = caller
    this.bodyAwaitedSinceMs = this.raw.complete ? undefined : performance.now()
  })
  app.addHook('onRequest', async (request: FastifyRequest, _reply: FastifyReply) => {
    if (request.routeOptions.config.publicAccess || request.is404) return
    await request.authenticate()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const { bodyAwaitedSinceMs: since } = request
    if (since === undefined || performance.now() - since < ARRIVED_AT_ONCE_MS) return done()
    return request.authenticate()
  })
}

async function findOwn({ findCaller }: OwnRequests): Promise<AnyCaller> {
  const caller = await findCaller()
  if (caller === undefined)
    throw new Problem('unauthorized', 'The owner of the token was deleted or deactivated')
  return caller
}

/** Tokens that open a part of the API only. */
function refuseMisuse(caller: AnyCaller, { method, routeOptions }: FastifyRequest): void {
  if (caller.kind === 'RUNNER')
    throw new Problem('forbidden', 'A runner credential can only open a runner session')
  if (caller.kind === 'DIRECTORY') {
    if (routeOptions.config.directoryAccess) return
    throw new Problem('forbidden', 'A directory token opens the directory interface only')
  }
  const { changesNothing, handsOutSecret } = routeOptions.config
  const isRead =
    ((method === 'GET' || method === 'HEAD') && handsOutSecret !== true) || changesNothing === true
  const needed = isRead ? 'read' : 'write'
  if (caller.scopes === undefined || caller.scopes.includes(needed)) return
  throw new Problem('forbidden', `The personal access token lacks the scope ${needed}`)
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
      'Send the header Authorization: Bearer <access token>; get a token from POST /oauth/token',
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
  if (caller === undefined || caller.kind === 'RUNNER' || caller.kind === 'DIRECTORY')
    throw new Error('This route does not check bearer tokens')
  return caller
}

/**
 * The same, found out again: for an answer that goes on after its caller may have signed out. Callers are
 * remembered for a moment, so it may be asked often.
 */
export async function callerStill(request: FastifyRequest): Promise<Caller> {
  await request.authenticate()
  return callerOf(request)
}

/** The same as `callerOf` for routes that directory tokens open too. */
export function directoryCallerOf(request: FastifyRequest): Caller | DirectoryCaller {
  const caller = request.authenticated
  return caller?.kind === 'DIRECTORY' ? caller : callerOf(request)
}
