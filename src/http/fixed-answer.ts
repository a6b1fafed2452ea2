import type { FastifyReply, FastifyRequest } from 'fastify'
import { varyingBy } from './compression.ts'
import { etagOf, isKnownTag, revisionOf } from './conditional.ts'
import { compressed, type Encoding, encodingFor } from './encodings.ts'

interface Fixed {
  readonly text: string
  readonly revision: string
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

export type SendFixed = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Answers with a text that stays the same while this process runs: made when it is first asked for,
 * compressed once per encoding. Caches keep it, and ask whether it is still the same.
 */
export function fixedAnswer(type: string, make: () => string): SendFixed {
  let made: Fixed | undefined
  function fixed(): Fixed {
    if (made !== undefined) return made
    const text = make()
    made = { text, revision: revisionOf(text), encoded: new Map() }
    return made
  }

  return async (request, reply) => {
    const { text, revision, encoded } = fixed()
    reply.header('etag', etagOf(revision))
    const known = request.headers['if-none-match']
    const encoding = encodingFor(request.headers['accept-encoding'])
    reply
      .header('content-type', type)
      .header('cache-control', 'public, no-cache')
      .header('vary', varyingBy(reply.getHeader('vary'), 'Accept-Encoding'))
    if (known !== undefined && isKnownTag(known, etagOf(revision))) return reply.code(304).send()
    if (encoding === undefined) return reply.send(text)
    const body = encoded.get(encoding) ?? compressed(text, encoding, 'once')
    encoded.set(encoding, body)
    return reply.header('content-encoding', encoding).send(await body)
  }
}
