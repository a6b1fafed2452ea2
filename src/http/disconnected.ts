import type { FastifyReply } from 'fastify'
import { Problem } from '../lib/problem.ts'
import type { Server } from './server-type.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the server begins to close. */
    stopping: AbortSignal
  }
}

/**
 * A server that closes waits for every connection with an answer under way: ends answers that have no end of
 * their own then, and connections when their answer is over.
 */
export function endWhenStopping(app: Server): void {
  const stop = new AbortController()
  app.decorate('stopping', stop.signal)
  app.addHook('preClose', (done) => {
    stop.abort(new Problem('service-unavailable', 'The server is stopping', { retryAfterSeconds: 1 }))
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    // A request made in the process has no socket to speak of.
    if (stop.signal.aborted) request.raw.socket.destroySoon?.()
    done()
  })
}

/**
 * Aborts when the answer is over: the client went away, or has what it asked for. The answer to HEAD is over
 * at once.
 */
export function disconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () =>
    controller.abort(new Problem('service-unavailable', 'The client disconnected')),
  )
  return controller.signal
}

/**
 * The same for an answer that has no end of its own; it is over when the server stops, too: the client asks
 * another one.
 */
export const disconnectedOrStopping = (reply: FastifyReply): AbortSignal =>
  AbortSignal.any([disconnected(reply), reply.server.stopping])
