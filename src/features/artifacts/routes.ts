import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { acceptMultipart, readMultipartFiles } from '../../http/multipart-files.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  Artifact,
  ArtifactChange,
  ArtifactChangeQuery,
  ArtifactDetails,
  ArtifactDetailsQuery,
  ArtifactPage,
  ArtifactQuery,
  MAX_ARTIFACT_BYTES,
  Promotion,
  PublishedArtifact,
  PublishedPipelinePage,
  PublishedPipelinesQuery,
  PublishHeaders,
  uploadLimits,
} from './schema.ts'
import { type Artifacts, ignoredReason } from './service.ts'

const area = 'Artifacts'
/** Where a version is to be promoted to; the body has not been validated. */
const targetOf = ({ body }: FastifyRequest): unknown =>
  (body as { targetEnvironmentName?: unknown } | undefined)?.targetEnvironmentName
const all = '/v1/projects/:projectId/artifacts'

// Over 60 lines: one declaration per route, each short.
export async function artifactRoutes(app: Server, artifacts: Artifacts): Promise<void> {
  await acceptMultipart(app, uploadLimits, (scope) => publishRoute(scope, artifacts))
  versionRoutes(app, artifacts)
  changeRoute(app, artifacts)
  promotionRoute(app, artifacts)
  publishedPipelinesRoute(app, artifacts)
}

function publishRoute(app: Server, artifacts: Artifacts): void {
  app.post(
    all,
    {
      config: { needs: { project: 'artifacts:publish', environment: 'environment:run' } },
      bodyLimit: MAX_ARTIFACT_BYTES,
      schema: {
        ...operation({
          id: 'publishArtifact',
          area,
          summary: 'Publish a version of the pipelines in an environment',
          description: 'multipart/form-data: each part is a file, named by its path. Versions never change.',
          answers: { 201: PublishedArtifact },
          problems: [403, 404, 409, 413, 415],
          consumes: ['multipart/form-data'],
        }),
        params: ProjectPath,
        headers: PublishHeaders,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const readUpload = readMultipartFiles(request, uploadLimits, ignoredReason)
      const published = await artifacts.publish(callerOf(request), projectId, request.headers, readUpload)
      return reply.code(201).send(published)
    },
  )
}

function versionRoutes(app: Server, artifacts: Artifacts): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listArtifacts',
          area,
          summary: 'List published versions, newest first',
          answers: { 200: ArtifactPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: ArtifactQuery,
      },
    },
    (request) => {
      const { environmentName, enabledOnly } = request.query
      const wanted = { environmentName, enabledOnly }
      return artifacts.list(callerOf(request), request.params.projectId, wanted, pageRequest(request.query))
    },
  )

  app.get(
    `${all}/details`,
    {
      schema: {
        ...operation({
          id: 'getArtifactDetails',
          area,
          summary: 'Get the files and pipelines of a version, of the newest without a name',
          answers: { 200: ArtifactDetails },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: ArtifactDetailsQuery,
      },
    },
    async (request, reply) => {
      const { details, revision } = await artifacts.details(
        callerOf(request),
        request.params.projectId,
        request.query.environmentName,
        request.query.versionName || undefined,
      )
      return sendState(request, reply, revision, details)
    },
  )
}

function changeRoute(app: Server, artifacts: Artifacts): void {
  app.patch(
    `${all}/details`,
    {
      config: {
        needs: {
          project: 'artifacts:publish',
          environment: 'environment:run',
          environmentName: ({ query }) => (query as { environmentName?: unknown }).environmentName,
        },
      },
      schema: {
        ...operation({
          id: 'updateArtifact',
          area,
          summary: 'Disable a published version, or enable it again',
          description: 'A disabled version is not the newest any more; running it by its name answers 410.',
          answers: { 200: Artifact },
          problems: [403, 404, 412, 413, 415],
        }),
        params: ProjectPath,
        querystring: ArtifactChangeQuery,
        body: ArtifactChange,
      },
    },
    async (request, reply) => {
      const { artifact, revision } = await artifacts.change(
        callerOf(request),
        request.params.projectId,
        { ...request.query, ...request.body },
        ifMatch(request),
      )
      return reply.header('etag', stateTag(revision, artifact)).send(artifact)
    },
  )
}

function promotionRoute(app: Server, artifacts: Artifacts): void {
  app.post(
    `${all}/promotions`,
    {
      config: {
        needs: { project: 'artifacts:publish', environment: 'environment:run', environmentName: targetOf },
      },
      schema: {
        ...operation({
          id: 'promoteArtifact',
          area,
          summary: 'Promote a published version to another environment, with the same files',
          answers: { 201: Artifact },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: Promotion,
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await artifacts.promote(callerOf(request), request.params.projectId, request.body)),
  )
}

function publishedPipelinesRoute(app: Server, artifacts: Artifacts): void {
  app.get(
    '/v1/projects/:projectId/published-pipelines',
    {
      schema: {
        ...operation({
          id: 'listPublishedPipelines',
          area,
          summary: 'List the pipelines of the newest version in an environment',
          answers: { 200: PublishedPipelinePage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PublishedPipelinesQuery,
      },
    },
    (request) => {
      const { environmentName } = request.query
      const page = pageRequest(request.query)
      return artifacts.publishedPipelines(callerOf(request), request.params.projectId, environmentName, page)
    },
  )
}
