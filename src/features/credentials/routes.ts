import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ApiCredentialPage, ApiCredentialPath, CreatedApiCredential, NewApiCredential } from './schema.ts'
import type { Credentials } from './service.ts'

const area = 'API Credentials'

export function credentialRoutes(app: Server, credentials: Credentials): void {
  app.get(
    '/v1/api-credentials',
    {
      schema: {
        ...operation({
          id: 'listApiCredentials',
          area,
          summary: 'List API credentials, oldest first',
          answers: { 200: ApiCredentialPage },
          problems: [403],
        }),
        querystring: PageQuery,
      },
    },
    (request) => credentials.list(callerOf(request), pageRequest(request.query)),
  )

  app.post(
    '/v1/api-credentials',
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'createApiCredential',
          area,
          summary: 'Create an API credential; its secret is shown only once',
          answers: { 201: CreatedApiCredential },
          problems: [403, 413, 415],
        }),
        body: NewApiCredential,
      },
    },
    async (request, reply) => {
      const created = await credentials.create(callerOf(request), request.body)
      return reply.code(201).header('cache-control', 'no-store').send(created)
    },
  )

  app.delete(
    '/v1/api-credentials/:clientId',
    {
      schema: {
        ...operation({
          id: 'deleteApiCredential',
          area,
          summary: 'Delete an API credential; its tokens stop working within 5 seconds',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: ApiCredentialPath,
      },
    },
    async (request, reply) => {
      await credentials.remove(callerOf(request), request.params.clientId)
      return reply.code(204).send(null)
    },
  )
}
