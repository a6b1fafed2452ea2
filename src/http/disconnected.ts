import type { FastifyReply } from 'fastify'
import { Problem } from '../lib/problem.ts'

/** Aborts when the client goes away before it has its answer. */
export function disconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const { raw } = reply
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new Problem('service-unavailable', 'The client disconnected'))
  })
  return controller.signal
}
