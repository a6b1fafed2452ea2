import type { FastifyRequest } from 'fastify'
import { directoryCallerOf } from '../../http/bearer.ts'
import { acceptJson, type Server } from '../../http/server.ts'
import { bulkRoutes } from './bulk/routes.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { SCIM } from './scim-response.ts'
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
    acceptJson(scim, SCIM)
    userRoutes(scim, directory.users)
    groupRoutes(scim, directory.groups)
    bulkRoutes(scim, directory.bulk)
    discoveryRoutes(scim, directory.discovery)
  })
}
