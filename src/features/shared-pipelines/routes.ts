import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { acceptMultipart, readMultipartFiles } from '../../http/multipart-files.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { uploadLimits } from '../artifacts/schema.ts'
import { ignoredReason } from '../artifacts/service.ts'
import { Sharing, SharingChange } from '../ownership/schema.ts'
import type { Publishing } from './publishing.ts'
import {
  PublishedSharedArtifact,
  PublishSharedFromGit,
  SharedArtifact,
  SharedArtifactDetails,
  SharedArtifactPage,
  SharedArtifactsQuery,
  SharedChange,
  SharedChangeQuery,
  SharedDetailsQuery,
  SharedDiffQuery,
  SharedPipelineDiff,
  SharedPipelinePage,
  SharedPipelinesQuery,
  SharedPipelineUserPage,
  SharedPublishHeaders,
  SharedSetQuery,
  SharedUsersQuery,
} from './schema.ts'
import type { SharedPipelines } from './service.ts'

const area = 'Shared Pipeline Artifacts'
const all = '/v1/shared-pipelines'
const artifacts = `${all}/artifacts` as const

export async function sharedPipelineRoutes(
  app: Server,
  shared: SharedPipelines,
  publishing: Publishing,
): Promise<void> {
  await acceptMultipart(app, uploadLimits, (scope) => publishRoute(scope, publishing))
  gitRoute(app, publishing)
  listRoutes(app, shared)
  versionRoutes(app, shared)
  useRoutes(app, shared)
  sharingRoutes(app, shared)
}

/** The set that a query names; the query has not been validated. */
const prefixIn = ({ query }: FastifyRequest): string | undefined => {
  const { sharedPipelineIdPrefix } = Object(query) as { sharedPipelineIdPrefix?: unknown }
  return typeof sharedPipelineIdPrefix === 'string' ? sharedPipelineIdPrefix : undefined
}

/**
 * Whether the caller may write a set is decided before the rest of the request is judged (decisions.md §2).
 */
const needsToWrite = (shared: SharedPipelines) => (request: FastifyRequest) =>
  shared.admitToWrite(callerOf(request), prefixIn(request))

const needsToList = (shared: SharedPipelines) => (request: FastifyRequest) =>
  shared.admitToList(callerOf(request), undefined)

function publishRoute(app: Server, publishing: Publishing): void {
  app.post(
    artifacts,
    {
      config: {
        needs: (request) => {
          const { sharedpipelineidprefix: prefix, projectid: projectId } = request.headers
          return publishing.admitToPublish(callerOf(request), { prefix, projectId })
        },
      },
      bodyLimit: uploadLimits.bytes,
      schema: {
        ...operation({
          id: 'publishSharedPipelines',
          area,
          summary: 'Publish a version of shared pipelines',
          description:
            'multipart/form-data: each part is a file, named by its path. `.matillion/shared-pipelines.yaml` says which ' +
            'pipelines are shared. Versions never change.',
          answers: { 201: PublishedSharedArtifact },
          problems: [403, 404, 409, 413, 415],
          consumes: ['multipart/form-data'],
        }),
        headers: SharedPublishHeaders,
      },
    },
    async (request, reply) => {
      const readUpload = readMultipartFiles(request, uploadLimits, ignoredReason)
      return reply.code(201).send(await publishing.publish(callerOf(request), request.headers, readUpload))
    },
  )
}

function gitRoute(app: Server, publishing: Publishing): void {
  app.post(
    `${artifacts}/from-git`,
    {
      config: {
        needs: (request) => {
          const { projectId, sharedPipelineIdPrefix: prefix } = Object(request.body) as Record<
            string,
            unknown
          >
          return publishing.admitToPublish(callerOf(request), { prefix, projectId })
        },
      },
      schema: {
        ...operation({
          id: 'publishSharedPipelinesFromGit',
          area,
          summary: "Publish a commit of a project's repository as a version of shared pipelines",
          answers: { 201: PublishedSharedArtifact },
          problems: [403, 404, 409, 413, 415],
        }),
        body: PublishSharedFromGit,
      },
    },
    async (request, reply) =>
      reply.code(201).send(await publishing.publishFromGit(callerOf(request), request.body)),
  )
}

function listRoutes(app: Server, shared: SharedPipelines): void {
  app.get(
    all,
    {
      config: { needs: needsToList(shared) },
      schema: {
        ...operation({
          id: 'listSharedPipelines',
          area,
          summary: 'List the shared pipelines of your projects in their newest versions',
          answers: { 200: SharedPipelinePage },
          problems: [403, 404],
        }),
        querystring: SharedPipelinesQuery,
      },
    },
    (request) => shared.list(callerOf(request), request.query, pageRequest(request.query)),
  )

  app.get(
    artifacts,
    {
      config: { needs: needsToList(shared) },
      schema: {
        ...operation({
          id: 'listSharedPipelineArtifacts',
          area,
          summary: 'List published versions of shared pipelines, newest first',
          answers: { 200: SharedArtifactPage },
          problems: [403, 404],
        }),
        querystring: SharedArtifactsQuery,
      },
    },
    (request) => shared.versions(callerOf(request), request.query, pageRequest(request.query)),
  )
}

function versionRoutes(app: Server, shared: SharedPipelines): void {
  app.get(
    `${artifacts}/details`,
    {
      config: { needs: needsToList(shared) },
      schema: {
        ...operation({
          id: 'getSharedPipelineArtifactDetails',
          area,
          summary: 'Get what a version shares with its parameters, the newest version without a name',
          answers: { 200: SharedArtifactDetails },
          problems: [403, 404],
        }),
        querystring: SharedDetailsQuery,
      },
    },
    async (request, reply) => {
      const { sharedPipelineIdPrefix, versionName } = request.query
      const found = await shared.details(callerOf(request), sharedPipelineIdPrefix, versionName || undefined)
      return sendState(request, reply, found.revision, found.details)
    },
  )

  app.patch(
    `${artifacts}/details`,
    {
      config: { needs: needsToWrite(shared) },
      schema: {
        ...operation({
          id: 'updateSharedPipelineArtifact',
          area,
          summary: 'Disable a version of shared pipelines, or enable it again',
          description:
            'A disabled version is not the newest any more. Versions that were published with it go on running it.',
          answers: { 200: SharedArtifact },
          problems: [403, 404, 412, 413, 415],
        }),
        querystring: SharedChangeQuery,
        body: SharedChange,
      },
    },
    async (request, reply) => {
      const wish = { ...request.query, ...request.body }
      const { artifact, revision } = await shared.change(callerOf(request), wish, ifMatch(request))
      return reply.header('etag', stateTag(revision, artifact)).send(artifact)
    },
  )
}

function useRoutes(app: Server, shared: SharedPipelines): void {
  app.get(
    `${artifacts}/diff`,
    {
      config: { needs: needsToList(shared) },
      schema: {
        ...operation({
          id: 'compareSharedPipeline',
          area,
          summary: 'Compare the parameters of a shared pipeline in two versions',
          answers: { 200: SharedPipelineDiff },
          problems: [403, 404],
        }),
        querystring: SharedDiffQuery,
      },
    },
    (request) => shared.diff(callerOf(request), request.query),
  )

  app.get(
    `${all}/users`,
    {
      config: { needs: needsToList(shared) },
      schema: {
        ...operation({
          id: 'listSharedPipelineUsers',
          area,
          summary: 'List which projects run which version of shared pipelines',
          description: 'For each environment, the newest version that is published there.',
          answers: { 200: SharedPipelineUserPage },
          problems: [403, 404],
        }),
        querystring: SharedUsersQuery,
      },
    },
    (request) => shared.users(callerOf(request), request.query, pageRequest(request.query)),
  )
}

function sharingRoutes(app: Server, shared: SharedPipelines): void {
  app.get(
    `${all}/sharing`,
    {
      config: { needs: needsToWrite(shared) },
      schema: {
        ...operation({
          id: 'getSharedPipelineSharing',
          area,
          summary: 'Get who owns a set of shared pipelines, and which other projects may run them',
          answers: { 200: Sharing },
          problems: [403, 404],
        }),
        querystring: SharedSetQuery,
      },
    },
    async (request, reply) => {
      const { sharing, revision } = await shared.getSharing(
        callerOf(request),
        request.query.sharedPipelineIdPrefix,
      )
      return sendState(request, reply, revision, sharing)
    },
  )

  app.put(
    `${all}/sharing`,
    {
      config: { needs: needsToWrite(shared) },
      schema: {
        ...operation({
          id: 'updateSharedPipelineSharing',
          area,
          summary: 'Let other projects run a set of shared pipelines, or hand it to another owner',
          answers: { 200: Sharing },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        querystring: SharedSetQuery,
        body: SharingChange,
      },
    },
    async (request, reply) => {
      const { sharedPipelineIdPrefix: prefix } = request.query
      const caller = callerOf(request)
      const { sharing, revision } = await shared.replaceSharing(
        caller,
        prefix,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', stateTag(revision, sharing)).send(sharing)
    },
  )
}
