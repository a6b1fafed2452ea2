import { absentWhenEmpty } from '../../http/absent.ts'
import { callerOf } from '../../http/bearer.ts'
import { disconnected } from '../../http/disconnected.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { MAX_EXECUTION_BODY_BYTES } from '../executions/schema.ts'
import { ProjectPath } from '../projects/schema.ts'
import { running } from './asking.ts'
import { NewSample, Sample } from './schema.ts'
import type { Samples } from './service.ts'
import type { Tables } from './tables.ts'
import { DatabaseTables, TablesWanted } from './tables-schema.ts'

export function sampleRoutes(app: Server, samples: Samples, tables: Tables): void {
  app.post(
    '/v1/projects/:projectId/database-tables',
    {
      preValidation: absentWhenEmpty(['database', 'schema', 'prefix', 'table']),
      config: { changesNothing: true, needs: running },
      schema: {
        ...operation({
          id: 'listDatabaseTables',
          area: 'Environments',
          summary: "List the tables of an environment's database, or the columns of one",
          description:
            "The environment's runner reads what the database has, in a transaction that can change nothing, for 15 s at " +
            'most; when the client disconnects it stops.',
          answers: { 200: DatabaseTables },
          problems: [403, 404, 413, 415, 429],
        }),
        params: ProjectPath,
        body: TablesWanted,
      },
    },
    (request, reply) =>
      tables.list(callerOf(request), request.params.projectId, request.body, disconnected(reply)),
  )

  app.post(
    '/v1/projects/:projectId/samples',
    {
      bodyLimit: MAX_EXECUTION_BODY_BYTES,
      preValidation: absentWhenEmpty(['versionName', 'ref', 'draft']),
      config: { changesNothing: true, needs: running },
      schema: {
        ...operation({
          id: 'takeSample',
          area: 'Pipeline Execution',
          summary: 'Read the first rows of a component of a transformation, or its columns and SQL',
          description:
            "The environment's runner compiles the component and reads from it, in a transaction that can change nothing, " +
            'for 15 s at most; when the client disconnects it stops. No execution is made.',
          answers: { 200: Sample },
          problems: [403, 404, 409, 410, 413, 415, 429],
        }),
        params: ProjectPath,
        body: NewSample,
      },
    },
    (request, reply) =>
      samples.take(callerOf(request), request.params.projectId, request.body, disconnected(reply)),
  )
}
