import type { FastifyRequest } from 'fastify'
import { Problem } from '../lib/problem.ts'
import type { Server } from './server-type.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** `Content-Type` as the client sent it. */
    givenContentType: string | undefined
  }
}

const isEmpty = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && !(Number(headers['content-length'] ?? 0) > 0)

/**
 * A body is taken in the media types that its operation documents, and in no other. Many clients send
 * `Content-Type` with every request: without a body it says nothing.
 */
export function limitMediaTypes(app: Server): void {
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('givenContentType', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    request.givenContentType = request.headers['content-type']
    if (isEmpty(request)) delete request.headers['content-type']
    done()
  })
}

/** Refuses bodies that are compressed, or encoded in any other way: no operation of `scope` takes them. */
export function refuseEncodings(scope: Server): void {
  scope.addHook('preParsing', (request, reply, payload, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (isEmpty(request) || encoding.toLowerCase() === 'identity') return done(null, payload)
    reply.header('accept-encoding', 'identity')
    done(new Problem('unsupported-media-type', 'Send the body without a Content-Encoding'))
  })
}
