import Type from 'typebox'
import { badRequest } from '../lib/problem.ts'
import type { Server } from './server-type.ts'
import { faultFinder } from './validation.ts'

const faultsOf = faultFinder(Type.Object({}, { additionalProperties: false }), 'body')
const changing = new Set<unknown>(['POST', 'PUT', 'PATCH'])

/**
 * Refuses the members of a body where the operation takes none: who sends them believes that they matter.
 * Many clients send an empty object, which says nothing.
 */
export function refuseUnknownBodies(app: Server): void {
  app.addHook('onRoute', (route) => {
    const { operationId, body, consumes } = route.schema ?? {}
    if (operationId === undefined || body !== undefined || consumes !== undefined) return
    if (!changing.has(route.method)) return
    route.preValidation = [
      ...[route.preValidation ?? []].flat(),
      (request, _reply, done) => {
        const faults = faultsOf(request.body ?? {})
        done(faults.length > 0 ? badRequest(faults) : undefined)
      },
    ]
  })
}
