import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { sendTagged } from '../../http/conditional.ts'
import { addressOf, below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { badRequest } from '../../lib/problem.ts'
import { PublishedArtifact } from '../artifacts/schema.ts'
import { ProjectPath } from '../projects/schema.ts'
import { comparingRoutes } from './comparing/routes.ts'
import type { Comparing } from './comparing/service.ts'
import {
  BranchPage,
  CommitPage,
  CommitsQuery,
  ContentQuery,
  FileContent,
  FilePage,
  NewPublication,
  NewRepository,
  Publication,
  PublicationPage,
  PublicationPath,
  PublishFromGit,
  PullRequestPage,
  PullRequestQuery,
  Repository,
  RepositoryEventPage,
  TokenHeader,
} from './schema.ts'
import type { Publishing, Reading, Repositories } from './service.ts'
import { writingRoutes } from './writing/routes.ts'
import type { Writing } from './writing/service.ts'

const area = 'Repositories'
const all = '/v1/projects/:projectId/repositories'

export interface RepositoryUseCases {
  readonly repositories: Repositories
  readonly reading: Reading
  readonly publishing: Publishing
  readonly writing: Writing
  readonly comparing: Comparing
}

export function repositoryRoutes(
  app: Server,
  { repositories, reading, publishing, writing, comparing }: RepositoryUseCases,
): void {
  associationRoutes(app, repositories)
  readingRoutes(app, reading)
  publishingRoutes(app, publishing)
  writingRoutes(app, writing, reading)
  comparingRoutes(app, comparing)
}

// Over 60 lines: one declaration per route, each short.
function associationRoutes(app: Server, repositories: Repositories): void {
  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'getRepository',
          area,
          summary: 'Get the repository of a project',
          answers: { 200: Repository },
          problems: [403, 404],
        }),
        params: ProjectPath,
      },
    },
    (request) => repositories.get(callerOf(request), request.params.projectId),
  )

  app.post(
    all,
    {
      config: { needs: { project: 'repository:write' } },
      schema: {
        ...operation({
          id: 'associateRepository',
          area,
          summary: 'Associate a repository with a project',
          description:
            '`hosted` creates an empty repository inside Headrace, or takes the one that the project had there before; ' +
            'with other providers the repository must exist.',
          answers: { 201: Repository },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        headers: TokenHeader,
        body: NewRepository,
      },
    },
    async (request, reply) => {
      const token = request.headers['git-provider-access-token']
      const { projectId } = request.params
      const made = await repositories.associate(callerOf(request), projectId, request.body, token)
      return reply.code(201).header('location', addressOf(request)).send(made)
    },
  )

  app.delete(
    all,
    {
      schema: {
        ...operation({
          id: 'removeRepository',
          area,
          summary: 'Remove the association; the repository itself stays where it is',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409],
        }),
        params: ProjectPath,
      },
    },
    async (request, reply) => {
      await repositories.remove(callerOf(request), request.params.projectId)
      return reply.code(204).send(null)
    },
  )

  app.put(
    `${all}/access-token`,
    {
      config: { needs: { project: 'repository:write' } },
      schema: {
        ...operation({
          id: 'replaceRepositoryToken',
          area,
          summary: 'Replace the access token of the repository when the stored one is no longer valid',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409],
        }),
        params: ProjectPath,
        headers: TokenHeader,
      },
    },
    async (request, reply) => {
      const token = request.headers['git-provider-access-token']
      if (!token) throw badRequest(['headers/git-provider-access-token is required'])
      await repositories.replaceToken(callerOf(request), request.params.projectId, token)
      return reply.code(204).send(null)
    },
  )

  app.get(
    `${all}/pull-request-page`,
    {
      schema: {
        ...operation({
          id: 'getPullRequestPage',
          area,
          summary: 'Get the page of the code host that opens a pull request from one branch into another',
          answers: { 200: PullRequestPage },
          problems: [403, 404, 409],
        }),
        params: ProjectPath,
        querystring: PullRequestQuery,
      },
    },
    (request) => repositories.pullRequestPage(callerOf(request), request.params.projectId, request.query),
  )

  app.get(
    `${all}/events`,
    {
      schema: {
        ...operation({
          id: 'listRepositoryEvents',
          area,
          summary: 'List the events of a repository, newest first',
          answers: { 200: RepositoryEventPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) => repositories.events(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )
}

// Over 60 lines: one declaration per route, each short.
function readingRoutes(app: Server, reading: Reading): void {
  app.get(
    `${all}/branches`,
    {
      schema: {
        ...operation({
          id: 'listBranches',
          area,
          summary: 'List the branches, by name',
          answers: { 200: BranchPage },
          problems: [403, 404, 409],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) => reading.branches(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.get(
    `${all}/commits`,
    {
      schema: {
        ...operation({
          id: 'listCommits',
          area,
          summary: 'List the commits of a branch, newest first',
          answers: { 200: CommitPage },
          problems: [403, 404, 409],
        }),
        params: ProjectPath,
        querystring: CommitsQuery,
      },
    },
    (request) => {
      const { ref } = request.query
      return reading.commits(callerOf(request), request.params.projectId, ref, pageRequest(request.query))
    },
  )

  app.get(
    `${all}/files`,
    {
      schema: {
        ...operation({
          id: 'listFiles',
          area,
          summary: 'List the files of a commit, by path',
          answers: { 200: FilePage },
          problems: [403, 404, 409],
        }),
        params: ProjectPath,
        querystring: CommitsQuery,
      },
    },
    (request) => {
      const { ref } = request.query
      return reading.files(callerOf(request), request.params.projectId, ref, pageRequest(request.query))
    },
  )

  app.get(
    `${all}/files/content`,
    {
      schema: {
        ...operation({
          id: 'getFileContent',
          area,
          summary: 'Read a file of a commit',
          answers: { 200: FileContent },
          problems: [403, 404, 409, 413],
        }),
        params: ProjectPath,
        querystring: ContentQuery,
      },
    },
    async (request, reply) => {
      const { ref, path } = request.query
      const { projectId } = request.params
      const { file, revision } = await reading.content(callerOf(request), projectId, ref, path)
      return sendTagged(request, reply, revision, file)
    },
  )
}

// Over 60 lines: one declaration per route, each short.
function publishingRoutes(app: Server, publishing: Publishing): void {
  app.post(
    '/v1/projects/:projectId/artifacts/from-git',
    {
      config: { needs: { project: 'artifacts:publish', environment: 'environment:run' } },
      schema: {
        ...operation({
          id: 'publishFromGit',
          area: 'Artifacts',
          summary: "Publish a commit of the project's repository as a version in an environment",
          answers: { 201: PublishedArtifact },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: PublishFromGit,
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await publishing.publish(callerOf(request), request.params.projectId, request.body)),
  )

  app.get(
    `${all}/publications`,
    {
      schema: {
        ...operation({
          id: 'listAutomaticPublications',
          area,
          summary: 'List the branches that are published automatically',
          answers: { 200: PublicationPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) =>
      publishing.listAutomatic(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.post(
    `${all}/publications`,
    {
      config: { needs: { project: 'artifacts:publish', environment: 'environment:run' } },
      schema: {
        ...operation({
          id: 'automatePublication',
          area,
          summary: 'Publish every new commit of a branch to an environment automatically',
          answers: { 201: Publication },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        body: NewPublication,
      },
    },
    async (request, reply) => {
      const made = await publishing.automate(callerOf(request), request.params.projectId, request.body)
      return reply.code(201).header('location', below(request, made.environmentName)).send(made)
    },
  )

  app.get(
    `${all}/publications/:environmentName`,
    {
      schema: {
        ...operation({
          id: 'getAutomaticPublication',
          area,
          summary: 'Get the branch that is published to an environment automatically',
          answers: { 200: Publication },
          problems: [403, 404],
        }),
        params: PublicationPath,
      },
    },
    (request) =>
      publishing.findAutomatic(callerOf(request), request.params.projectId, request.params.environmentName),
  )

  app.delete(
    `${all}/publications/:environmentName`,
    {
      schema: {
        ...operation({
          id: 'stopAutomaticPublication',
          area,
          summary: 'Stop publishing a branch to this environment automatically',
          answers: { 204: Type.Null() },
          problems: [403, 404],
        }),
        params: PublicationPath,
      },
    },
    async (request, reply) => {
      const { projectId, environmentName } = request.params
      await publishing.stopAutomatic(callerOf(request), projectId, environmentName)
      return reply.code(204).send(null)
    },
  )
}
