import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import {
  ApiCredential,
  ApiCredentialPage,
  ApiCredentialPatch,
  ApiCredentialPath,
  ApiCredentialsQuery,
  CreatedApiCredential,
  NewApiCredential,
} from './schema.ts'
import type { Credentials } from './service.ts'

const area = 'API Credentials'
const one = '/v1/api-credentials/:clientId'

// Over 60 lines: one declaration per route, each short.
export function credentialRoutes(app: Server, credentials: Credentials): void {
  app.get(
    '/v1/api-credentials',
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'listApiCredentials',
          area,
          summary: 'List API credentials',
          answers: { 200: ApiCredentialPage },
          problems: [403],
        }),
        querystring: ApiCredentialsQuery,
      },
    },
    (request) => credentials.list(callerOf(request), pageRequest(request.query), request.query),
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
      return reply
        .code(201)
        .header('location', below(request, created.clientId))
        .header('cache-control', 'no-store')
        .send(created)
    },
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getApiCredential',
          area,
          summary: 'Get an API credential, without its secret',
          answers: { 200: ApiCredential },
          problems: [403, 404],
        }),
        params: ApiCredentialPath,
      },
    },
    async (request, reply) => {
      const { credential, revision } = await credentials.get(callerOf(request), request.params.clientId)
      return sendState(request, reply, revision, credential)
    },
  )

  app.patch(
    one,
    {
      config: { needs: { account: 'SUPER_ADMIN' } },
      schema: {
        ...operation({
          id: 'updateApiCredential',
          area,
          summary: 'Update the name or the expiry of an API credential; omitted fields keep their values',
          description: 'Its roles are replaced with `PUT …/roles`',
          answers: { 200: ApiCredential },
          problems: [403, 404, 412, 413, 415],
        }),
        params: ApiCredentialPath,
        body: ApiCredentialPatch,
      },
    },
    async (request, reply) => {
      const { clientId } = request.params
      const changed = await credentials.update(callerOf(request), clientId, request.body, ifMatch(request))
      return reply.header('etag', stateTag(changed.revision, changed.credential)).send(changed.credential)
    },
  )

  app.delete(
    one,
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
