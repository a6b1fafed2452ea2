import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { badRequest, Problem } from '../../lib/problem.ts'
import { ProjectPath } from '../projects/schema.ts'
import {
  Artifact,
  ArtifactDetails,
  ArtifactDetailsQuery,
  ArtifactPage,
  ArtifactQuery,
  MAX_ARTIFACT_BYTES,
  MAX_ARTIFACT_FILE_BYTES,
  MAX_ARTIFACT_FILES,
  Promotion,
  PublishedArtifact,
  PublishedPipelinePage,
  PublishedPipelinesQuery,
  PublishHeaders,
} from './schema.ts'
import type { ArtifactFile, Artifacts } from './service.ts'

const area = 'Artifacts'
/** Where a version is to be promoted to; the body has not been validated. */
const targetOf = ({ body }: FastifyRequest): unknown =>
  (body as { targetEnvironmentName?: unknown } | undefined)?.targetEnvironmentName
const all = '/v1/projects/:projectId/artifacts'

// Over 60 lines: one declaration per route, each short.
export async function artifactRoutes(app: Server, artifacts: Artifacts): Promise<void> {
  // In a scope of its own: nothing else takes multipart bodies.
  await app.register(async (plugin) => {
    const scope = plugin as unknown as Server
    await scope.register(multipart, {
      limits: {
        fieldNameSize: 1_000,
        fieldSize: MAX_ARTIFACT_FILE_BYTES,
        fileSize: MAX_ARTIFACT_FILE_BYTES,
        parts: MAX_ARTIFACT_FILES,
      },
    })
    publishRoute(scope, artifacts)
  })
  versionRoutes(app, artifacts)
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
      if (!request.isMultipart())
        throw new Problem('unsupported-media-type', 'Send the files as multipart/form-data')
      const { projectId } = request.params
      const published = await artifacts.publish(callerOf(request), projectId, request.headers, () =>
        readParts(request),
      )
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
      const { environmentName } = request.query
      return artifacts.list(
        callerOf(request),
        request.params.projectId,
        environmentName,
        pageRequest(request.query),
      )
    },
  )

  app.get(
    `${all}/details`,
    {
      schema: {
        ...operation({
          id: 'getArtifactDetails',
          area,
          summary: 'Get the files and pipelines of a version',
          answers: { 200: ArtifactDetails },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: ArtifactDetailsQuery,
      },
    },
    (request) => {
      const { environmentName, versionName } = request.query
      return artifacts.details(callerOf(request), request.params.projectId, environmentName, versionName)
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

/** The parts of the body as files. A part may come as a file or as a plain field. */
async function readParts(request: FastifyRequest): Promise<ArtifactFile[]> {
  const files: ArtifactFile[] = []
  const faults: string[] = []
  let bytes = 0
  for await (const part of request.parts()) {
    const content = part.type === 'file' ? await contentOf(part) : Buffer.from(String(part.value))
    bytes += content.length
    if (bytes > MAX_ARTIFACT_BYTES) throw tooLarge('A version', MAX_ARTIFACT_BYTES)
    const text = textOf(content)
    if (text === undefined) faults.push(`body: the file ${part.fieldname} is no UTF-8 text`)
    else files.push({ path: part.fieldname, content: text })
  }
  if (faults.length > 0) throw badRequest(faults)
  return files
}

const tooLarge = (what: string, most: number) =>
  new Problem('payload-too-large', `${what} has at most ${most / 1024 / 1024} MiB`)

/** The content of a file. A larger one is refused at once: what comes of it is not waited for. */
async function contentOf(part: MultipartFile): Promise<Buffer> {
  const { promise: limit, reject } = Promise.withResolvers<never>()
  part.file.once('limit', () => reject(tooLarge(`The file ${part.fieldname}`, MAX_ARTIFACT_FILE_BYTES)))
  return Promise.race([part.toBuffer(), limit])
}

function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
