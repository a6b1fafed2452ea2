import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import { NewSecret, Secret, SecretChange, SecretPage, SecretPath, SecretsQuery } from './schema.ts'
import type { Secrets } from './service.ts'

const area = 'Secrets'
const all = '/v1/projects/:projectId/secrets'
const one = `${all}/:secretName` as const

export function secretRoutes(app: Server, secrets: Secrets): void {
  collectionRoutes(app, secrets)
  itemRoutes(app, secrets)
}

function collectionRoutes(app: Server, secrets: Secrets): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listSecrets',
          area,
          summary: 'List the secrets of a project; values are never returned',
          answers: { 200: SecretPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: SecretsQuery,
      },
    },
    (request) => {
      const { params, query } = request
      return secrets.list(callerOf(request), params.projectId, pageRequest(query), query.sort)
    },
  )

  app.post(
    all,
    {
      config: { needs: { project: 'secrets:write' } },
      schema: {
        ...operation({
          id: 'createSecret',
          area,
          summary: 'Create a secret for connectors, components and scripts',
          answers: { 201: Secret },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewSecret,
      },
    },
    async (request, reply) => {
      const created = await secrets.create(callerOf(request), request.params.projectId, request.body)
      return reply
        .code(201)
        .header('location', below(request, created.secret.name))
        .header('etag', stateTag(created.revision, created.secret))
        .send(created.secret)
    },
  )
}

function itemRoutes(app: Server, secrets: Secrets): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getSecret',
          area,
          summary: 'Get a secret without its value',
          answers: { 200: Secret },
          problems: [403, 404],
        }),
        params: SecretPath,
      },
    },
    async (request, reply) => {
      const { projectId, secretName } = request.params
      const { secret, revision } = await secrets.get(callerOf(request), projectId, secretName)
      return sendState(request, reply, revision, secret)
    },
  )

  app.put(
    one,
    {
      config: { needs: { project: 'secrets:write' } },
      schema: {
        ...operation({
          id: 'updateSecret',
          area,
          summary: 'Replace the value of a secret; steps that read it later get the new value',
          answers: { 200: Secret },
          problems: [403, 404, 412, 413, 415],
        }),
        params: SecretPath,
        body: SecretChange,
      },
    },
    async (request, reply) => {
      const { projectId, secretName } = request.params
      const changed = await secrets.update(
        callerOf(request),
        projectId,
        secretName,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', stateTag(changed.revision, changed.secret)).send(changed.secret)
    },
  )

  app.delete(
    one,
    {
      schema: {
        ...operation({
          id: 'deleteSecret',
          area,
          summary: 'Delete a secret',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: SecretPath,
      },
    },
    async (request, reply) => {
      const { projectId, secretName } = request.params
      await secrets.remove(callerOf(request), projectId, secretName, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
