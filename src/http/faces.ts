import type { FastifyRequest } from 'fastify'
import { Problem } from '../lib/problem.ts'
import { isRead } from './reads.ts'
import type { Server } from './server-type.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What the second face answers instead, where it differs: from the answer of the first one, as it is on
     * the wire.
     */
    onSecondFace?: (answer: never) => unknown
  }
}

/**
 * Programs that were written for services of this API style call every operation below this path, with a
 * token from `/oauth/dpc/token` (decisions.md §15).
 */
export const SECOND_BASE_PATH = '/dpc'
const secondAddress = new RegExp(`^(?:/oauth)?${SECOND_BASE_PATH}/`)

/** Leads both faces to the same routes. */
export const toFirstFace =
  (basePath: string) =>
  ({ url = '' }: { readonly url?: string | undefined }): string =>
    url.replace(secondAddress, (address) => (address.startsWith('/oauth') ? '/oauth/' : `${basePath}/`))

/** Whether a request came by the second face. */
export const isSecondFace = ({ originalUrl }: Pick<FastifyRequest, 'originalUrl'>): boolean =>
  secondAddress.test(originalUrl)

/**
 * Answers in the shapes of the face by which a request came. To be called before what looks at answers as
 * they are sent.
 */
export function answerFaces(api: Server): void {
  api.addHook('onSend', (request, reply, payload, done) => {
    const { onSecondFace } = request.routeOptions.config
    const isOther = onSecondFace !== undefined && reply.statusCode < 300 && isSecondFace(request)
    done(
      null,
      isOther && typeof payload === 'string'
        ? JSON.stringify(onSecondFace(JSON.parse(payload) as never))
        : payload,
    )
  })
}

/**
 * What the second face says of a fault: reading by an identifier that is none finds nothing there, because
 * tools that manage infrastructure take 404 for "gone".
 */
export function onItsFace(problem: Problem, request: FastifyRequest): Problem {
  const isIdentifier = ({ violations }: Problem) => violations.some((one) => one.startsWith('path/'))
  if (!(isRead(request) && isSecondFace(request) && isIdentifier(problem))) return problem
  return new Problem('not-found', 'Nothing has this identifier')
}
