import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { ifMatch, sendState, stateTag } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  MAX_STREAMING_PIPELINE_BODY_BYTES,
  NewStreamingPipeline,
  StreamingPipeline,
  StreamingPipelineCommand,
  StreamingPipelinePage,
  StreamingPipelinePath,
  StreamingPipelineState,
} from './schema.ts'
import type { StreamingPipelines } from './service.ts'

const area = 'Streaming Pipelines'
const all = '/v1/projects/:projectId/streaming-pipelines'
const one = `${all}/:streamingPipelineId` as const
const needs = { project: 'project:write' } as const
const bodyLimit = MAX_STREAMING_PIPELINE_BODY_BYTES

export function streamingPipelineRoutes(app: Server, streamingPipelines: StreamingPipelines): void {
  collectionRoutes(app, streamingPipelines)
  itemRoutes(app, streamingPipelines)
  stateRoutes(app, streamingPipelines)
}

function collectionRoutes(app: Server, streamingPipelines: StreamingPipelines): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listStreamingPipelines',
          area,
          summary: 'List the streaming pipelines of a project, by name',
          answers: { 200: StreamingPipelinePage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) =>
      streamingPipelines.list(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.post(
    all,
    {
      bodyLimit,
      config: { needs },
      schema: {
        ...operation({
          id: 'createStreamingPipeline',
          area,
          summary: 'Create a streaming pipeline',
          description: 'The definition is kept; no runner of this version can run streams',
          answers: { 201: StreamingPipeline },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewStreamingPipeline,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const { pipeline, revision } = await streamingPipelines.create(
        callerOf(request),
        projectId,
        request.body,
      )
      return reply
        .code(201)
        .header('location', below(request, pipeline.streamingPipelineId))
        .header('etag', stateTag(revision, pipeline))
        .send(pipeline)
    },
  )
}

function itemRoutes(app: Server, streamingPipelines: StreamingPipelines): void {
  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getStreamingPipeline',
          area,
          summary: 'Get a streaming pipeline',
          answers: { 200: StreamingPipeline },
          problems: [403, 404],
        }),
        params: StreamingPipelinePath,
      },
    },
    async (request, reply) => {
      const { projectId, streamingPipelineId } = request.params
      const found = await streamingPipelines.get(callerOf(request), projectId, streamingPipelineId)
      return sendState(request, reply, found.revision, found.pipeline)
    },
  )

  app.put(
    one,
    {
      bodyLimit,
      config: { needs },
      schema: {
        ...operation({
          id: 'replaceStreamingPipeline',
          area,
          summary: 'Replace a streaming pipeline; what is left out is removed',
          answers: { 200: StreamingPipeline },
          problems: [403, 404, 412, 413, 415],
        }),
        params: StreamingPipelinePath,
        body: NewStreamingPipeline,
      },
    },
    async (request, reply) => {
      const { projectId, streamingPipelineId } = request.params
      const { pipeline, revision } = await streamingPipelines.replace(
        callerOf(request),
        projectId,
        streamingPipelineId,
        request.body,
        ifMatch(request),
      )
      return reply.header('etag', stateTag(revision, pipeline)).send(pipeline)
    },
  )

  deleteRoute(app, streamingPipelines)
}

function deleteRoute(app: Server, streamingPipelines: StreamingPipelines): void {
  app.delete(
    one,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'deleteStreamingPipeline',
          area,
          summary: 'Delete a streaming pipeline',
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: StreamingPipelinePath,
      },
    },
    async (request, reply) => {
      const { projectId, streamingPipelineId } = request.params
      await streamingPipelines.remove(callerOf(request), projectId, streamingPipelineId, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}

function stateRoutes(app: Server, streamingPipelines: StreamingPipelines): void {
  app.get(
    `${one}/status`,
    {
      schema: {
        ...operation({
          id: 'getStreamingPipelineStatus',
          area,
          summary: 'Get the status of a streaming pipeline: it is NOT_RUNNING',
          answers: { 200: StreamingPipelineState },
          problems: [403, 404],
        }),
        params: StreamingPipelinePath,
      },
    },
    (request) => {
      const { projectId, streamingPipelineId } = request.params
      return streamingPipelines.status(callerOf(request), projectId, streamingPipelineId)
    },
  )

  app.post(
    `${one}/commands`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'commandStreamingPipeline',
          area,
          summary: 'Start or stop a streaming pipeline: START is 409, STOP changes nothing',
          description: 'No runner of this version can run streams',
          answers: { 200: StreamingPipelineState },
          problems: [403, 404, 409, 413, 415],
        }),
        params: StreamingPipelinePath,
        body: StreamingPipelineCommand,
      },
    },
    (request) => {
      const { projectId, streamingPipelineId } = request.params
      return streamingPipelines.command(callerOf(request), projectId, streamingPipelineId, request.body)
    },
  )
}
