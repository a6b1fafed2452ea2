import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../lib/problem.ts'
import { etagOf, ifMatch, isKnownTag, revisionOf } from './conditional.ts'
import type { Server } from './server.ts'

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/**
 * Preconditions hold everywhere (decisions.md §9). What a GET answers has a tag, of its text where the route gives none.
 * Changes whose operation documents 412 compare it in the transaction of the change; for all others what a GET at the
 * same address answers is compared before the change begins. `If-Match` is never ignored.
 */
export function honourEntityTags(api: Server): void {
  api.addHook('onSend', async (request, reply, payload) => {
    if (!isRead(request) || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const etag = tagOf(reply, payload)
    const known = request.headers['if-none-match']
    if (etag === undefined || known === undefined || !isKnownTag(known, etag)) return payload
    reply.code(304).removeHeader('content-type')
    return ''
  })

  api.addHook('preHandler', async (request) => {
    if (request.headers['if-match'] === undefined || isRead(request)) return
    const precondition = ifMatch(request)
    if (comparesItself(request) || request.headers['if-match'].trim() === '*') return
    const { url } = request.routeOptions
    if (url === undefined || !request.server.hasRoute({ method: 'GET', url }))
      throw new Problem(
        'precondition-failed',
        'Nothing at this address has an ETag: repeat it without If-Match',
      )
    const present = await readAgain(request)
    if (present !== undefined) precondition.check(present)
  })
}

function tagOf(reply: FastifyReply, payload: string): string | undefined {
  const given = reply.getHeader('etag')
  if (given !== undefined) return String(given)
  if (!/^application\/(\S+\+)?json/.test(String(reply.getHeader('content-type')))) return undefined
  const etag = etagOf(revisionOf(payload))
  reply.header('etag', etag)
  return etag
}

const comparesItself = ({ routeOptions }: FastifyRequest): boolean =>
  Object.hasOwn((routeOptions.schema?.response ?? {}) as object, 412)

/** The revision that a GET answers to the caller of a change; undefined when it gets none: the change itself says why. */
async function readAgain({ server, originalUrl, headers, ip }: FastifyRequest): Promise<string | undefined> {
  const { authorization, cookie } = headers
  const answer = await server.inject({
    method: 'GET',
    url: originalUrl,
    remoteAddress: ip,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(cookie !== undefined && { cookie }),
    },
  })
  if (answer.statusCode !== 200) return undefined
  return /^"(.*)"$/.exec(String(answer.headers['etag']))?.[1]
}
