import type { FastifyRequest } from 'fastify'
import { refusalOr } from '../../http/admission.ts'
import { directoryCallerOf } from '../../http/bearer.ts'
import { problemKinds } from '../../http/problem-json.ts'
import type { Server } from '../../http/server.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { SCIM, scimErrorOf } from './scim-response.ts'
import type { Directory } from './service.ts'
import { userRoutes } from './users/routes.ts'

/** The SCIM interface (specification, "Create SCIM user"; decisions.md §10). */
export async function directoryRoutes(app: Server, directory: Directory): Promise<void> {
  await app.register(async (scope) => {
    const scim = scope as unknown as Server
    scim.addHook('onRoute', (route) => {
      const needs = (request: FastifyRequest) => directory.admit(directoryCallerOf(request))
      route.config = { ...route.config, directoryAccess: true, needs }
    })
    scim.addContentTypeParser(SCIM, { parseAs: 'string' }, scim.getDefaultJsonParser('error', 'error'))
    scim.setErrorHandler(async (given, request, reply) => {
      const error = await refusalOr(given, request)
      const answer = scimErrorOf(request, error)
      if (answer === undefined) throw error
      const { problem, status, body } = answer
      if (status === problemKinds['internal-server-error'].status)
        reply.log.error({ err: problem.cause }, 'A request failed unexpectedly')
      if (status === problemKinds.unauthorized.status)
        reply.header('www-authenticate', 'Bearer realm="headrace"')
      if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
      return reply.code(status).type(SCIM).serializer(String).send(JSON.stringify(body))
    })
    userRoutes(scim, directory.users)
    groupRoutes(scim, directory.groups)
    bulkRoutes(scim, directory.bulk)
    discoveryRoutes(scim, directory.discovery)
  })
}
