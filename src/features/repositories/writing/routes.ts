import Type from 'typebox'
import { callerOf } from '../../../http/bearer.ts'
import { etagOf, sendTagged, statedRevisions } from '../../../http/conditional.ts'
import { below } from '../../../http/location.ts'
import { operation } from '../../../http/operation.ts'
import type { Server } from '../../../http/server.ts'
import { ProjectPath } from '../../projects/schema.ts'
import type { Reading } from '../reading.ts'
import { fileRevision } from './rules.ts'
import {
  Branch,
  BranchPath,
  Commit,
  CommitPath,
  DeleteFileQuery,
  MAX_WRITE_BODY_BYTES,
  Merge,
  NewBranch,
  NewCommit,
  NewMerge,
  PutFile,
  WrittenFile,
} from './schema.ts'
import type { Writing } from './service.ts'

const area = 'Repositories'
const all = '/v1/projects/:projectId/repositories'
const branch = `${all}/branches/:branchName` as const
const needs = { project: 'repository:push' } as const

export function writingRoutes(app: Server, writing: Writing, reading: Reading): void {
  fileRoutes(app, writing)
  commitRoutes(app, writing, reading)
  mergeRoutes(app, writing)
  branchRoutes(app, writing, reading)
}

const aboutStates =
  'If-Match is the state that the caller has read: the ETag of the file (GET …/files/content) or of the branch. ' +
  'Whatever else is there now is a problem with both sides (`conflicts`), 412; `*` is any state.'

// Over 60 lines: one declaration per route, each short.
function fileRoutes(app: Server, writing: Writing): void {
  app.put(
    `${all}/files`,
    {
      bodyLimit: MAX_WRITE_BODY_BYTES,
      config: { needs },
      schema: {
        ...operation({
          id: 'putFile',
          area,
          summary: 'Write a file of a branch, in a commit of its own',
          description:
            `${aboutStates} Without If-Match the file must be new (409). A project without a repository gets a hosted ` +
            'one, and the branch of an empty repository begins with the file.',
          answers: { 200: WrittenFile },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ProjectPath,
        body: PutFile,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const stated = statedRevisions(request)
      const written = await writing.putFile(callerOf(request), projectId, request.body, stated)
      const revision = fileRevision(written.commitHash, written.blobHash)
      return reply.header('etag', etagOf(revision)).send(written)
    },
  )

  app.delete(
    `${all}/files`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'deleteFile',
          area,
          summary: 'Delete a file of a branch, in a separate commit',
          description: `${aboutStates} Without If-Match nothing is deleted (409).`,
          answers: { 204: Type.Null() },
          problems: [403, 404, 409, 412],
        }),
        params: ProjectPath,
        querystring: DeleteFileQuery,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      await writing.deleteFile(callerOf(request), projectId, request.query, statedRevisions(request))
      return reply.code(204).send(null)
    },
  )
}

function mergeRoutes(app: Server, writing: Writing): void {
  app.post(
    `${all}/merges`,
    {
      bodyLimit: MAX_WRITE_BODY_BYTES,
      config: { needs },
      schema: {
        ...operation({
          id: 'mergeBranches',
          area,
          summary: 'Merge a branch, a tag or a commit into a branch',
          description:
            'Files that both sides changed in ways that cannot be joined are 409: `conflicts` has both sides of each, and of ' +
            'a pipeline the components. Send what becomes of them in `resolutions`.',
          answers: { 200: Merge },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewMerge,
      },
    },
    (request) => writing.merge(callerOf(request), request.params.projectId, request.body),
  )
}

function commitRoutes(app: Server, writing: Writing, reading: Reading): void {
  app.post(
    `${all}/commits`,
    {
      bodyLimit: MAX_WRITE_BODY_BYTES,
      config: { needs },
      schema: {
        ...operation({
          id: 'createCommit',
          area,
          summary: 'Write and delete several files of a branch in one commit, all or none of them',
          description:
            'The author is the caller. What others have committed since `baseCommit` stays; where they have changed one ' +
            'of the same files, the answer is 409 with both sides (`conflicts`).',
          answers: { 201: Commit },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewCommit,
      },
    },
    async (request, reply) => {
      const made = await writing.commit(callerOf(request), request.params.projectId, request.body)
      return reply.code(201).header('location', below(request, made.commitHash)).send(made)
    },
  )

  app.get(
    `${all}/commits/:commitHash`,
    {
      schema: {
        ...operation({
          id: 'getCommit',
          area,
          summary: 'Get a commit with its whole message',
          answers: { 200: Commit },
          problems: [403, 404, 409],
        }),
        params: CommitPath,
      },
    },
    (request) => reading.commit(callerOf(request), request.params.projectId, request.params.commitHash),
  )
}

// Over 60 lines: one declaration per route, each short.
function branchRoutes(app: Server, writing: Writing, reading: Reading): void {
  app.post(
    `${all}/branches`,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'createBranch',
          area,
          summary: 'Create a branch',
          answers: { 201: Branch },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewBranch,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const made = await writing.createBranch(callerOf(request), projectId, request.body)
      return reply
        .code(201)
        .header('location', below(request, made.branch.name))
        .header('etag', etagOf(made.revision))
        .send(made.branch)
    },
  )

  app.get(
    branch,
    {
      schema: {
        ...operation({
          id: 'getBranch',
          area,
          summary: 'Get a branch; its ETag is the commit that it is at',
          answers: { 200: Branch },
          problems: [403, 404, 409],
        }),
        params: BranchPath,
      },
    },
    async (request, reply) => {
      const { projectId, branchName } = request.params
      const found = await reading.branch(callerOf(request), projectId, branchName)
      return sendTagged(request, reply, found.revision, found.branch)
    },
  )

  app.delete(
    branch,
    {
      config: { needs },
      schema: {
        ...operation({
          id: 'deleteBranch',
          area,
          summary: 'Delete a branch other than the default one; commits that no other branch has are lost',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409, 412],
        }),
        params: BranchPath,
      },
    },
    async (request, reply) => {
      const { projectId, branchName } = request.params
      await writing.deleteBranch(callerOf(request), projectId, branchName, statedRevisions(request))
      return reply.code(204).send(null)
    },
  )
}
