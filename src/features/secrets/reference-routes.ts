import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { addressOf } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  NewSecretReference,
  SecretReference,
  SecretReferencePage,
  SecretReferencePath,
} from './reference-schema.ts'
import type { SecretReferences } from './references.ts'

const area = 'Secret References'
const all = '/v1/projects/:projectId/secret-references'
const one = `${all}/:secretReferenceName` as const
const needs = { project: 'secrets:write' } as const

export function secretReferenceRoutes(app: Server, references: SecretReferences): void {
  readRoutes(app, references)
  changeRoutes(app, references)
}

function readRoutes(app: Server, references: SecretReferences): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listSecretReferences',
          area,
          summary: 'List the secret references of a project, by name',
          answers: { 200: SecretReferencePage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) => references.list(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getSecretReference',
          area,
          summary: 'Get a secret reference',
          answers: { 200: SecretReference },
          problems: [403, 404],
        }),
        params: SecretReferencePath,
      },
    },
    async (request, reply) => {
      const { projectId, secretReferenceName } = request.params
      const found = await references.get(callerOf(request), projectId, secretReferenceName)
      return sendState(request, reply, found.revision, found.reference)
    },
  )
}

function changeRoutes(app: Server, references: SecretReferences): void {
  app.post(
    one,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'createSecretReference',
          area,
          summary: 'Name a secret that runners have',
          description:
            'Where a secret of the project can be named, the reference can be. A runner looks up the secret that it means, if its operator granted that to the project',
          answers: { 201: SecretReference },
          problems: [403, 404, 409, 413, 415],
        }),
        params: SecretReferencePath,
        body: NewSecretReference,
      },
    },
    async (request, reply) => {
      const { projectId, secretReferenceName } = request.params
      const { reference, revision } = await references.create(
        callerOf(request),
        projectId,
        secretReferenceName,
        request.body,
      )
      return reply
        .code(201)
        .header('location', addressOf(request))
        .header('etag', stateTag(revision, reference))
        .send(reference)
    },
  )

  app.delete(
    one,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'deleteSecretReference',
          area,
          summary: 'Delete a secret reference; the secret stays',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: SecretReferencePath,
      },
    },
    async (request, reply) => {
      const { projectId, secretReferenceName } = request.params
      await references.remove(callerOf(request), projectId, secretReferenceName, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
