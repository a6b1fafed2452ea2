import type { FastifyRequest } from 'fastify'
import { badRequest, Problem, type ProblemKind } from '../lib/problem.ts'
import { problemOfLibraryError } from './problem-json.ts'
import type { Server } from './server.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws unless the caller may use the operation of a request; see `decidePermissionFirst`. */
    admit?: (request: FastifyRequest) => Promise<void>
  }
}

/** What a body, a query or a header can be at fault for. */
const contentKinds: readonly ProblemKind[] = ['bad-request', 'payload-too-large', 'unsupported-media-type']
const refusals: readonly ProblemKind[] = ['forbidden', 'not-found']

/**
 * Permission is decided before the body is validated (decisions.md §2). Services check it when a request is
 * well formed; one that is not never reaches them, so `admit` is asked before its faults are told. A request
 * without faults pays nothing for it.
 */
export function decidePermissionFirst(api: Server, admit: (request: FastifyRequest) => Promise<void>): void {
  api.decorate('admit', admit)
  api.setErrorHandler(async (error, request) => {
    throw await refusalOr(error, request)
  })
}

/** For bodies that took long to arrive: throws unless the caller may still use the operation. */
export async function admitStill(request: FastifyRequest): Promise<void> {
  await request.authenticate()
  await request.server.admit?.(request)
}

/** The refusal of a caller who may not use the operation, or else what is wrong with its request. */
export async function refusalOr(error: unknown, request: FastifyRequest): Promise<unknown> {
  const { admit } = request.server
  const kind = problemOfLibraryError(error)?.kind
  if (admit === undefined || kind === undefined || !contentKinds.includes(kind)) return error
  try {
    await admit(request)
  } catch (refusal) {
    // Anything else says that nothing could be decided, as for a malformed identifier in the path.
    if (refusal instanceof Problem && refusals.includes(refusal.kind)) return refusal
  }
  return withOtherParts(error, request)
}

/**
 * The parts of a request, with where it has them, in the order in which they are validated. The first that is
 * at fault ends it.
 */
const parts = [
  ['params', 'params'],
  ['body', 'body'],
  ['querystring', 'query'],
  ['headers', 'headers'],
] as const

/**
 * The faults of one part of a request, with those of the parts behind it: all of them are told (decisions.md
 * §4).
 */
function withOtherParts(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof Problem) || !('validationContext' in error)) return error
  const left = parts.slice(parts.findIndex(([part]) => part === error.validationContext) + 1)
  const others = left.flatMap(([part, member]) => {
    const outcome: unknown = request.getValidationFunction(part)?.(request[member])
    return (outcome as { readonly error?: Problem } | undefined)?.error?.violations ?? []
  })
  return others.length === 0 ? error : badRequest([...error.violations, ...others])
}
