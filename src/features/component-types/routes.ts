import { revisionOf, sendTagged } from '../../http/conditional.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { ComponentCatalogue, type ComponentType } from './schema.ts'

/** Long enough for a session at the editor; after an update of the server the tag differs. */
const CACHE_SECONDS = 600

export function componentTypeRoutes(app: Server, list: () => ComponentType[]): void {
  let answer: { readonly componentTypes: ComponentType[] } | undefined
  let revision = ''
  app.get(
    '/v1/component-types',
    {
      schema: operation({
        id: 'listComponentTypes',
        area: 'Pipelines',
        summary: 'List the component types for pipelines, with the parameters of each',
        description: 'It is the same until the server is updated: keep it with its ETag.',
        answers: { 200: ComponentCatalogue },
      }),
    },
    async (request, reply) => {
      if (answer === undefined) {
        answer = { componentTypes: list() }
        revision = revisionOf(answer)
      }
      reply.header('cache-control', `private, max-age=${CACHE_SECONDS}`)
      return sendTagged(request, reply, revision, answer)
    },
  )
}
