import Type from 'typebox'
import { directoryCallerOf } from '../../../http/bearer.ts'
import type { Server } from '../../../http/server.ts'
import { Problem } from '../../../lib/problem.ts'
import { listOf, ResourcePath } from '../schema.ts'
import { area, scimOperation, sendScim } from '../scim-response.ts'
import type { Discovery } from './service.ts'

const base = '/v1/directory-integration/scim/v2'
const Described = Type.Object({}, { description: 'RFC 7643 §5 to §7' })

/** What a client asks before it begins (RFC 7644 §4). */
export function discoveryRoutes(app: Server, discovery: Discovery): void {
  app.get(
    `${base}/ServiceProviderConfig`,
    {
      schema: scimOperation({
        id: 'getScimServiceProviderConfig',
        area,
        summary: 'Get the capabilities of the directory',
        answers: { 200: Described },
        problems: [403],
      }),
    },
    async (request, reply) =>
      sendScim(request, reply, 200, await discovery.config(directoryCallerOf(request))),
  )
  describe(app, 'ResourceTypes', 'Kinds of resources', discovery.resourceTypes)
  describe(app, 'Schemas', 'Attributes of users and groups', discovery.schemas)
}

/** RFC 7644 §4: who filters must not take all that there is for what was found. */
function refuseFilter(query: unknown): void {
  if (Object.keys(query as object).some((name) => name.toLowerCase() === 'filter'))
    throw new Problem('forbidden', 'ResourceTypes and Schemas cannot be filtered')
}

function describe(
  app: Server,
  name: 'ResourceTypes' | 'Schemas',
  summary: string,
  { all, one }: Discovery['schemas'],
): void {
  app.get(
    `${base}/${name}`,
    {
      schema: scimOperation({
        id: `listScim${name}`,
        area,
        summary,
        answers: { 200: listOf(Described) },
        problems: [403],
      }),
    },
    async (request, reply) => {
      refuseFilter(request.query)
      return sendScim(request, reply, 200, await all(directoryCallerOf(request)))
    },
  )
  app.get(
    `${base}/${name}/:id`,
    {
      schema: {
        ...scimOperation({
          id: `getScim${name.slice(0, -1)}`,
          area,
          summary: `${summary}: one of them`,
          answers: { 200: Described },
          problems: [403, 404],
        }),
        params: ResourcePath,
      },
    },
    async (request, reply) => {
      const { id } = request.params as { id: string }
      return sendScim(request, reply, 200, await one(directoryCallerOf(request), id))
    },
  )
}
