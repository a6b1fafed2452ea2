import { callerOf } from '../../http/bearer.ts'
import { below } from '../../http/location.ts'
import { operation } from '../../http/operation.ts'
import { PageQuery, pageRequest } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { ProjectPath } from '../projects/schema.ts'
import { TokenHeader } from '../repositories/schema.ts'
import { DryRun, DryRunQuery, Migration, MigrationPage, MigrationPath, NewMigration } from './schema.ts'
import type { Migrations } from './service.ts'

const area = 'Repository Migration'
const all = '/v1/projects/:projectId/repository-migration'

// Over 60 lines: one declaration per route, each short.
export function migrationRoutes(app: Server, migrations: Migrations): void {
  app.post(
    all,
    {
      config: { needs: { project: 'repository:write' } },
      schema: {
        ...operation({
          id: 'startRepositoryMigration',
          area,
          summary: "Move a project's repository to another repository or provider",
          description:
            'MIRROR_PUSH copies every ref to the target, compares, and points the project at it; RECONFIGURE only points ' +
            'the project at a target that has the published commits already. Poll the status until it is no longer ' +
            'IN_PROGRESS. The access token is rotated immediately and cannot be used again.',
          answers: { 200: DryRun, 202: Migration },
          problems: [403, 404, 409, 413, 415],
        }),
        params: ProjectPath,
        querystring: DryRunQuery,
        headers: TokenHeader,
        body: NewMigration,
      },
    },
    async (request, reply) => {
      const { projectId } = request.params
      const token = request.headers['git-provider-access-token']
      const caller = callerOf(request)
      if (request.query.dryRun)
        return reply.code(200).send(await migrations.dryRun(caller, projectId, request.body, token))
      const started = await migrations.start(caller, projectId, request.body, token)
      return reply.code(202).header('location', below(request, started.migrationId)).send(started)
    },
  )

  app.get(
    all,
    {
      schema: {
        ...operation({
          id: 'listRepositoryMigrations',
          area,
          summary: 'List the migrations of a project, newest first',
          answers: { 200: MigrationPage },
          problems: [403, 404],
        }),
        params: ProjectPath,
        querystring: PageQuery,
      },
    },
    (request) => migrations.list(callerOf(request), request.params.projectId, pageRequest(request.query)),
  )

  app.get(
    `${all}/:migrationId`,
    {
      schema: {
        ...operation({
          id: 'getRepositoryMigration',
          area,
          summary: 'Check the status of a migration',
          answers: { 200: Migration },
          problems: [403, 404],
        }),
        params: MigrationPath,
      },
    },
    (request) => migrations.get(callerOf(request), request.params.projectId, request.params.migrationId),
  )
}
