import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Problem } from '../lib/problem.ts'
import type { Server } from './server-type.ts'
import { endWithProblem } from './unreadable.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is passed on as it comes, and the client may pause while it works. */
    streamsBody?: boolean
  }
}

/** How long clients may take to send a request. */
export interface SlowClients {
  /** For the headers, from the start of the connection or of the request. */
  readonly headersMs: number
  /**
   * How long a body may be slower than `bodyBytesPerSecond`, how long the rest may arrive after the response,
   * and how long a client may take nothing of a large answer.
   */
  readonly graceMs: number
  readonly bodyBytesPerSecond: number
  /** How often it is looked at. */
  readonly lookMs: number
}

export const slowClients: SlowClients = {
  headersMs: 15_000,
  graceMs: 20_000,
  bodyBytesPerSecond: 1_000,
  lookMs: 5_000,
}

const TOO_LARGE = 413

/** A request of which a part has not arrived yet. */
interface Incomplete {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Since when it is looked at how much arrives, and what had arrived over the connection then. */
  sinceMs: number
  before: number
  answeredAtMs: number | undefined
}

/**
 * Ends requests whose body drips in (decisions.md §4): each would hold a connection and what was read of it
 * for as long as its client likes. Only the client's slowness counts: not what waits to be read here.
 */
export function refuseSlowBodies(app: Server, limits: SlowClients, origin: () => string): void {
  const { graceMs, bodyBytesPerSecond, lookMs } = limits
  const incomplete = new Set<Incomplete>()
  /**
   * Requests whose headers arrived in this turn of the event loop. Nearly all bodies arrive together with
   * them.
   */
  const begun: Incomplete[] = []
  const streamed = new WeakSet<IncomingMessage>()

  app.server.on('request', (request, response) => {
    if (request.complete || !announcesBody(request)) return
    const { bytesRead: before } = request.socket
    begun.push({ request, response, sinceMs: performance.now(), before, answeredAtMs: undefined })
    if (begun.length === 1) setImmediate(keepIncomplete)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.streamsBody) streamed.add(request.raw)
    done()
  })

  // Closed at once, the connection would be reset while the client still sends: it would not see why.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode === TOO_LARGE && !request.raw.complete) reply.removeHeader('connection')
    done()
  })

  function keepIncomplete(): void {
    for (const one of begun.splice(0)) if (!one.request.complete) incomplete.add(one)
  }

  function look(one: Incomplete): void {
    const { request, response } = one
    const { socket } = request
    if (request.complete || socket.destroyed) {
      incomplete.delete(one)
      return
    }
    const now = performance.now()
    if (response.writableEnded) {
      one.answeredAtMs ??= now
      if (now - one.answeredAtMs > graceMs) socket.destroy()
      return
    }
    const tookMs = now - one.sinceMs
    if (tookMs < graceMs) return
    const isSlow = ((socket.bytesRead - one.before) / tookMs) * 1_000 < bodyBytesPerSecond
    one.sinceMs = now
    one.before = socket.bytesRead
    if (!isSlow || request.readableLength > 0 || streamed.has(request)) return
    incomplete.delete(one)
    if (response.headersSent) socket.destroy()
    else
      endWithProblem(
        socket,
        new Problem('request-timeout', 'The body of the request arrived too slowly'),
        origin(),
      )
  }

  const looking = setInterval(() => {
    for (const one of incomplete) look(one)
  }, lookMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

/** What waits in memory for its client, unlike what is read as it is taken. */
const LARGE_BYTES = 1024 * 1024

/**
 * Ends connections whose client does not read a large answer: some dozens of them would fill the memory for
 * as long as it likes.
 */
export function endUnread(app: Server, { graceMs }: SlowClients): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const { socket } = reply.raw
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    // The time starts again whenever the client takes something; Node replaces it at the next request.
    if (isWhole && payload.length > LARGE_BYTES && socket instanceof Socket) socket.setTimeout(graceMs)
    done(null, payload)
  })
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
