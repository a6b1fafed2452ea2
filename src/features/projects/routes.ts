import Type from 'typebox'
import { callerOf } from '../../http/bearer.ts'
import { etagOf, ifMatch, revisionOf, sendTagged } from '../../http/conditional.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { NamedPageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { CreatedProject, NewProject, Project, ProjectPage, ProjectPatch, ProjectPath } from './schema.ts'
import type { Projects } from './service.ts'

const area = 'Projects'

// Over 60 lines: one declaration per route, each short.
export function projectRoutes(app: Server, projects: Projects): void {
  app.get(
    '/v1/projects',
    {
      schema: {
        ...operation({
          id: 'listProjects',
          area,
          summary: 'List projects, by name',
          answers: { 200: ProjectPage },
        }),
        querystring: NamedPageQuery,
      },
    },
    (request) => projects.list(callerOf(request), pageRequest(request.query), request.query.name),
  )

  app.post(
    '/v1/projects',
    {
      config: { needs: { account: 'PROJECT_CREATOR' } },
      schema: {
        ...operation({
          id: 'createProject',
          area,
          summary: 'Create a project; the caller becomes its administrator',
          answers: { 201: CreatedProject },
          problems: [403, 409, 413, 415],
        }),
        body: NewProject,
      },
    },
    async (request, reply) => {
      const created = await projects.create(callerOf(request), request.body)
      return reply.code(201).header('location', below(request, created.projectId)).send(created)
    },
  )

  app.get(
    '/v1/projects/:projectId',
    {
      schema: {
        ...operation({
          id: 'getProject',
          area,
          summary: 'Get a project',
          answers: { 200: Project },
          problems: [403, 404],
        }),
        params: ProjectPath,
      },
    },
    async (request, reply) => {
      const project = await projects.get(callerOf(request), request.params.projectId)
      return sendTagged(request, reply, revisionOf(project), project)
    },
  )

  app.patch(
    '/v1/projects/:projectId',
    {
      config: { needs: { project: 'project:write' } },
      schema: {
        ...operation({
          id: 'updateProject',
          area,
          summary: 'Update a project; omitted fields keep their values',
          answers: { 200: Project },
          problems: [403, 404, 409, 412, 413, 415],
        }),
        params: ProjectPath,
        body: ProjectPatch,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const project = await projects.update(callerOf(request), projectId, request.body, ifMatch(request))
      return reply.header('etag', etagOf(revisionOf(project))).send(project)
    },
  )

  app.delete(
    '/v1/projects/:projectId',
    {
      schema: {
        ...operation({
          id: 'deleteProject',
          area,
          summary: 'Delete a project with everything in it',
          answers: { 204: Type.Null() },
          problems: [403, 404, 409, 412],
        }),
        params: ProjectPath,
      },
    },
    async (request, reply) => {
      await projects.remove(callerOf(request), request.params.projectId, ifMatch(request))
      return reply.code(204).send(null)
    },
  )
}
