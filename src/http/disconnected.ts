import type { FastifyReply } from 'fastify'
import { Problem } from '../lib/problem.ts'

/** Aborts when the answer is over: the client went away, or has what it asked for. The answer to HEAD is over at once. */
export function disconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () =>
    controller.abort(new Problem('service-unavailable', 'The client disconnected')),
  )
  return controller.signal
}
