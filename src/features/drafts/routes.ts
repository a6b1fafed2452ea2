import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { etagOf, ifNoneMatch, sendTagged, statedRevisions } from '../../http/conditional.ts'
import { addressOf } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import { Commit, MAX_WRITE_BODY_BYTES } from '../repositories/writing/schema.ts'
import {
  Draft,
  DraftedFile,
  DraftFile,
  DraftFileQuery,
  DraftPage,
  DraftPath,
  NewDraftCommit,
  PutDraftFile,
} from './schema.ts'
import type { Drafts } from './service.ts'

const area = 'Drafts'
const all = '/v1/projects/:projectId/drafts'
const one = `${all}/:branchName` as const
const needs = { project: 'repository:push' } as const

export function draftRoutes(app: Server, drafts: Drafts): void {
  wholeRoutes(app, drafts)
  fileRoutes(app, drafts)
  commitRoute(app, drafts)
}

// Over 60 lines: one declaration per route, each short.
function wholeRoutes(app: Server, drafts: Drafts): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listDrafts',
          area,
          summary: "List the caller's drafts in a project, by branch",
          description:
            'A draft is what a person has written on a branch and not committed yet. Nobody else sees it.',
          answers: { 200: DraftPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) => drafts.list(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.get(
    one,
    {
      schema: {
        ...operation({
          id: 'getDraft',
          area,
          summary: "Get the caller's draft of a branch: its files without their contents",
          answers: { 200: Draft },
          problems: [403, 404],
        }),
        params: DraftPath,
      },
    },
    (request) => drafts.get(callerOf(request), request.params.projectId, request.params.branchName),
  )

  app.delete(
    one,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'deleteDraft',
          area,
          summary: "Discard the caller's draft of a branch",
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: DraftPath,
      },
    },
    async (request, reply) => {
      const { projectId, branchName } = request.params
      await drafts.remove(callerOf(request), projectId, branchName)
      return reply.code(204).send(null)
    },
  )
}

// Over 60 lines: one declaration per route, each short.
function fileRoutes(app: Server, drafts: Drafts): void {
  app.put(
    `${one}/files`,
    {
      bodyLimit: MAX_WRITE_BODY_BYTES,
      config: { needs, comparesNone: true },
      schema: {
        ...operation({
          id: 'putDraftFile',
          area,
          summary: 'Keep a file as the caller has written it, without a commit',
          description:
            'It is on disk when it is answered. The branch need not exist yet. With `If-None-Match: *` only a file that the ' +
            'draft does not have yet is kept.',
          answers: { 200: DraftedFile },
          problems: [403, 404, 412, 413, 415],
        }),
        params: DraftPath,
        body: PutDraftFile,
      },
    },
    async (request, reply) => {
      const { projectId, branchName } = request.params
      const terms = { stated: statedRevisions(request), none: ifNoneMatch(request) }
      const kept = await drafts.putFile(callerOf(request), projectId, branchName, request.body, terms)
      return reply.header('etag', etagOf(kept.revision)).send(kept.file)
    },
  )

  app.delete(
    `${one}/files`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'deleteDraftFile',
          area,
          summary: "Discard the caller's draft of one file",
          answers: { 204: Type.Null() },
          problems: [403, 404, 412],
        }),
        params: DraftPath,
        querystring: DraftFileQuery,
      },
    },
    async (request, reply) => {
      const { projectId, branchName: branch } = request.params
      const key = { branch, path: request.query.path }
      await drafts.removeFile(callerOf(request), projectId, key, statedRevisions(request))
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${one}/files/content`,
    {
      schema: {
        ...operation({
          id: 'getDraftFile',
          area,
          summary: "Read a file of the caller's draft",
          answers: { 200: DraftFile },
          problems: [403, 404],
        }),
        params: DraftPath,
        querystring: DraftFileQuery,
      },
    },
    async (request, reply) => {
      const { projectId, branchName: branch } = request.params
      const { file, revision } = await drafts.file(callerOf(request), projectId, {
        branch,
        path: request.query.path,
      })
      return sendTagged(request, reply, revision, file)
    },
  )
}

function commitRoute(app: Server, drafts: Drafts): void {
  app.post(
    `${one}/commits`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'commitDraft',
          area,
          summary: "Commit the caller's draft of a branch on it",
          description:
            'Each file stands on the commit that it was made on: where others have changed it since, the answer is 409 with ' +
            'both sides (`conflicts`), and the draft stays. What is committed is no draft any more.',
          answers: { 201: Commit },
          problems: [403, 404, 409, 413, 415],
        }),
        params: DraftPath,
        body: NewDraftCommit,
      },
    },
    async (request, reply) => {
      const { projectId, branchName } = request.params
      const made = await drafts.commit(callerOf(request), projectId, branchName, request.body.message)
      const project = addressOf(request).replace(/\/drafts\/.*$/, '')
      return reply
        .code(201)
        .header('location', `${project}/repositories/commits/${made.commitHash}`)
        .send(made)
    },
  )
}
