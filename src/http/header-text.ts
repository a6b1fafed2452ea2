import type { FastifyRequest } from 'fastify'
import type { Server } from './server-type.ts'

/**
 * Header parameters are text in UTF-8, as clients such as curl send it, although HTTP hands bytes over as
 * Latin-1. Clients that cannot send such bytes use the form of RFC 8187, `UTF-8''%E6%9C%AC`. Bytes that are
 * no UTF-8 stay Latin-1.
 */
export function readHeaderText(app: Server): void {
  app.addHook('onRequest', (request, _reply, done) => {
    for (const name of declaredHeaders(request)) {
      const given = request.headers[name]
      if (typeof given === 'string') request.headers[name] = headerText(given)
    }
    done()
  })
}

/** Names of the header parameters of a request's operation, in lower case. */
export const declaredHeaders = ({ routeOptions }: Pick<FastifyRequest, 'routeOptions'>): readonly string[] =>
  Object.keys((routeOptions.schema?.headers as { properties?: object } | undefined)?.properties ?? {})

const utf8 = new TextDecoder('utf-8', { fatal: true })
const extended = /^utf-8'[\w-]*'((?:%[0-9a-f]{2}|[\w.!~*+`|^$#&-])*)$/i

/** What a header says. */
export function headerText(value: string): string {
  const [, encoded] = extended.exec(value) ?? []
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
    return /[\x80-\xff]/.test(value) ? utf8.decode(Buffer.from(value, 'latin1')) : value
  } catch {
    return value
  }
}
