import { Transform } from 'node:stream'
import type { FastifyRequest, RequestPayload } from 'fastify'
import { Problem } from '../lib/problem.ts'
import type { Server } from './server-type.ts'

/**
 * Of bodies that arrive or are worked on at once, in one process. Parsed, they take several times as much
 * memory.
 */
const MAX_BYTES = 128 * 1024 * 1024
/** The same of one caller: as much as the largest body there is. */
const MAX_BYTES_OF_CALLER = 64 * 1024 * 1024
const RETRY_AFTER_SECONDS = 5

/**
 * Limits what the bodies of requests take together. A client may take long to send one, and what it may do
 * with it is decided once it is here: some dozens of large ones would fill the memory. Bodies that arrive
 * together with their headers are left alone, and those that are passed on as they come. What a request
 * announces counts at once, otherwise what has arrived.
 */
export function limitArrivingBodies(app: Server): void {
  const taken = new Map<string, number>()
  let sum = 0

  /** The refusal when there is no room for so much more of this caller. */
  function take(caller: string, bytes: number): Problem | undefined {
    const own = (taken.get(caller) ?? 0) + bytes
    if (sum + bytes > MAX_BYTES || own > MAX_BYTES_OF_CALLER) return tooMuch()
    sum += bytes
    taken.set(caller, own)
    return undefined
  }

  function giveBack(caller: string, bytes: number): void {
    const left = taken.get(caller)! - bytes
    sum -= bytes
    if (left > 0) taken.set(caller, left)
    else taken.delete(caller)
  }

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.raw.complete || isReadElsewhere(request)) return done(null, payload)
    const caller = callerKey(request)
    let held = 0
    const more = (bytes: number) => {
      const refusal = take(caller, bytes)
      if (refusal === undefined) held += bytes
      return refusal
    }
    reply.raw.once('close', () => {
      if (held > 0) giveBack(caller, held)
    })
    const announced = request.headers['content-length']
    if (announced === undefined) return done(null, counted(payload, more))
    // Longer ones than the operation takes are refused for that.
    const isTooLong = Number(announced) > request.routeOptions.bodyLimit!
    done(isTooLong ? undefined : more(Number(announced)), payload)
  })
}

/**
 * What is passed on as it comes, and files without an announced length, which are read once the caller is
 * known to be permitted.
 */
function isReadElsewhere({ routeOptions, headers }: FastifyRequest): boolean {
  if (routeOptions.config.streamsBody) return true
  return headers['content-length'] === undefined && /^multipart\//i.test(headers['content-type'] ?? '')
}

/**
 * The same body, which fails where `more` refuses what has come. The connection stays, for the client to see
 * why.
 */
function counted(payload: RequestPayload, more: (bytes: number) => Problem | undefined): RequestPayload {
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(more(chunk.length), chunk)
    },
  })
  payload.once('error', (error) => passing.destroy(error))
  return payload.pipe(passing)
}

/** Who sends it; where that is not known, from which address. */
function callerKey({ authenticated, ip }: FastifyRequest): string {
  return authenticated !== undefined && 'principalId' in authenticated ? authenticated.principalId : ip
}

const tooMuch = () =>
  new Problem('service-unavailable', 'Too many large requests at once; try again in a moment', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
