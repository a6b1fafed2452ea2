import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { callerOf } from '../../http/bearer.ts'
import { etagOf, ifMatch, sendTagged } from '../../http/conditional.ts'
import { operation } from '../../http/operation.ts'
import { pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { Problem } from '../../lib/problem.ts'
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
  MAX_ARTIFACT_FILE_BYTES,
  MAX_ARTIFACT_FILES,
  Promotion,
  PublishedArtifact,
  PublishedPipelinePage,
  PublishedPipelinesQuery,
  PublishHeaders,
} from './schema.ts'
import { type Artifacts, ignoredReason, type Upload } from './service.ts'

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
      // A plain field would be kept whole, and cut without a word where it is too large.
      isPartAFile: () => true,
      limits: { fieldNameSize: 1_000, fileSize: MAX_UPLOAD_BYTES, parts: MAX_ARTIFACT_FILES },
    })
    publishRoute(scope, artifacts)
  })
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
      return sendTagged(request, reply, revision, details)
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
      return reply.header('etag', etagOf(revision)).send(artifact)
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

/** What is read of one request, with what is ignored of it. */
const MAX_UPLOAD_BYTES = 4 * MAX_ARTIFACT_BYTES

/** The parts of the body as files. */
async function readParts(request: FastifyRequest): Promise<Upload> {
  const files: Upload['files'][number][] = []
  const ignored: Upload['ignored'][number][] = []
  let bytesRead = 0
  let bytesKept = 0
  const spend = (bytes: number) => {
    bytesRead += bytes
    if (bytesRead >= MAX_UPLOAD_BYTES) throw tooLarge('An upload', MAX_UPLOAD_BYTES)
  }
  for await (const part of request.files()) {
    const path = part.fieldname
    const text = await textIn(part, spend)
    const reason = ignoredReason(path, text)
    if (reason === undefined) {
      bytesKept += Buffer.byteLength(text!)
      if (bytesKept > MAX_ARTIFACT_BYTES) throw tooLarge('A version', MAX_ARTIFACT_BYTES)
      files.push({ path, content: text! })
    } else ignored.push({ name: path, reason })
  }
  return { files, ignored }
}

const tooLarge = (what: string, most: number) =>
  new Problem('payload-too-large', `${what} has at most ${most / 1024 / 1024} MiB`)

/**
 * The text of a file; undefined when it is none, however large. A text that is too large is refused at once: what comes
 * of it is not waited for, and still taken off the connection.
 */
async function textIn(part: MultipartFile, spend: (bytes: number) => void): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  let isText = true
  try {
    for await (const chunk of part.file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      spend(chunk.length)
      bytes += chunk.length
      if (!isText) continue
      chunks.push(chunk)
      if (bytes <= MAX_ARTIFACT_FILE_BYTES) continue
      isText = textOf(Buffer.concat(chunks), true) !== undefined
      if (isText) throw tooLarge(`The file ${part.fieldname}`, MAX_ARTIFACT_FILE_BYTES)
      chunks.length = 0
    }
  } catch (error) {
    part.file.resume()
    throw error
  }
  return isText ? textOf(Buffer.concat(chunks), false) : undefined
}

/** Undefined for what is no UTF-8 text, or has U+0000. The last character of a beginning may be half. */
function textOf(bytes: Buffer, isBeginning: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isBeginning })
    return text.includes('\u0000') ? undefined : text
  } catch {
    return undefined
  }
}
