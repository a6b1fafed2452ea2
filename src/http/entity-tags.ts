import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Exclusively } from '../lib/exclusively.ts'
import { Problem } from '../lib/problem.ts'
import { etagOf, ifMatch, ifNoneMatch, isKnownTag, revisionOf } from './conditional.ts'
import { asOwnReads } from './in-process.ts'
import { isRead } from './reads.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A change that compares `If-None-Match` itself: nothing is read at its address. */
    readonly comparesNone?: true
  }
}

/**
 * Preconditions hold everywhere (decisions.md §9), reads with `If-Match` included. What a GET answers has a
 * tag, of its text where the route gives none.
 * Changes with `If-Match` or `If-None-Match` take turns per resource, so that of those that expect the same
 * state one succeeds. Operations that document 412 compare `If-Match` in the transaction of the change;
 * otherwise what a GET at the same address answers is compared when the turn has come. No precondition is
 * ignored.
 */
export function honourEntityTags(api: Server, exclusively: Exclusively): void {
  api.addHook('onSend', (request, reply, payload, done) => {
    if (!isRead(request) || reply.statusCode !== 200 || typeof payload !== 'string')
      return done(null, payload)
    const etag = tagOf(reply, payload)
    const refusal = etag === undefined ? undefined : refusalOf(request, etag)
    if (refusal !== undefined) {
      reply.removeHeader('etag')
      return done(refusal)
    }
    const known = request.headers['if-none-match']
    if (etag === undefined || known === undefined || !isKnownTag(known, etag)) return done(null, payload)
    reply.code(304).removeHeader('content-type')
    done(null, '')
  })

  // Around the handler and not in hooks: when a client has gone, hooks say that the request is over before
  // its change is.
  api.addHook('onRoute', (route) => {
    const { handler, method } = route
    if ([method].flat().every((one) => one === 'GET' || one === 'HEAD')) return
    route.handler = function (request, reply) {
      if (!isConditional(request)) return handler.call(this, request, reply)
      return changeInTurn(request, exclusively, async () => handler.call(this, request, reply))
    }
  })
}

/** Why a read with `If-Match` is not answered: the client has another state in mind. */
function refusalOf(request: FastifyRequest, etag: string): Error | undefined {
  try {
    ifMatch(request).check(etag.slice(1, -1))
    return undefined
  } catch (problem) {
    return problem as Error
  }
}

async function changeInTurn(
  request: FastifyRequest,
  exclusively: Exclusively,
  change: () => Promise<unknown>,
): Promise<unknown> {
  const preconditions = [ifMatch(request), ifNoneMatch(request)]
  if (request.headers['if-none-match'] === undefined) {
    const isAny = request.headers['if-match']?.trim() === '*'
    if (comparesItself(request)) return isAny ? change() : exclusively(resourceOf(request), change)
    // What is not there is 404 by itself, except where PUT would make it.
    if (isAny && request.method !== 'PUT') return change()
  }
  const { url, config } = request.routeOptions
  if (config.comparesNone === true) return exclusively(resourceOf(request), change)
  if (url === undefined || !request.server.hasRoute({ method: 'GET', url })) throw withoutTag()
  return exclusively(resourceOf(request), async () => {
    const revision = await readAgain(request)
    if (revision !== undefined) for (const precondition of preconditions) precondition.check(revision)
    return change()
  })
}

/**
 * What takes turns: the innermost thing that the address names, the same at each of its addresses. Two things
 * of one name in two projects wait for each other, which costs little.
 */
function resourceOf({ params, routeOptions }: FastifyRequest): string {
  const innermost = Object.values(params as Readonly<Record<string, unknown>>).at(-1)
  return String(innermost ?? routeOptions.url).toLowerCase()
}

function tagOf(reply: FastifyReply, payload: string): string | undefined {
  const given = reply.getHeader('etag')
  if (given !== undefined) return String(given)
  if (!/^application\/(\S+\+)?json/.test(String(reply.getHeader('content-type')))) return undefined
  const etag = etagOf(revisionOf(payload))
  reply.header('etag', etag)
  return etag
}

const isConditional = ({ headers }: FastifyRequest): boolean =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined

const comparesItself = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.schema?.problems?.includes(412) === true

/**
 * The revision that a GET answers to the caller of a change; undefined where nothing is there and no
 * `If-Match` asks for something. Otherwise throws what says why the caller may not make the change, or
 * `precondition-failed`.
 */
async function readAgain(request: FastifyRequest): Promise<string | undefined> {
  const { server, originalUrl, headers, ip } = request
  const { authorization, cookie } = headers
  const read = {
    method: 'GET',
    url: originalUrl,
    remoteAddress: ip,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(cookie !== undefined && { cookie }),
    },
  } as const
  const answer = await asOwnReads(request, () => server.inject(read))
  const { statusCode: status } = answer
  if (status >= 500 || status === 429)
    throw new Problem('service-unavailable', 'The current state could not be read', { retryAfterSeconds: 1 })
  const [, revision] = /^"(.*)"$/.exec(String(answer.headers['etag'])) ?? []
  if (status === 200 && revision !== undefined) return revision
  if (status === 404 && headers['if-match'] === undefined) return undefined
  await server.admit?.(request)
  throw status === 404
    ? new Problem('precondition-failed', 'Nothing is there, so If-Match matches nothing')
    : withoutTag()
}

const withoutTag = () =>
  new Problem('precondition-failed', 'This resource has no ETag: repeat the request without preconditions')
