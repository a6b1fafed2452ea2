import { callerOf } from '../../http/bearer.ts'
import { operation } from '../../http/operation.ts'
import type { Server } from '../../http/server.ts'
import { EnvironmentTest, EnvironmentTestPath } from '../environments/schema.ts'
import type { EnvironmentTests } from './environment-test.ts'
import { ConnectionTestResult } from './schema.ts'

export function environmentTestRoutes(app: Server, tests: EnvironmentTests): void {
  app.post(
    '/v1/projects/:projectId/environments/:environmentName/test',
    {
      config: {
        needs: async (request) => {
          const { projectId, environmentName } = request.params as Record<string, string>
          await tests.admit(callerOf(request), projectId!, environmentName!)
        },
      },
      schema: {
        ...operation({
          id: 'testEnvironment',
          area: 'Environments',
          summary: 'Try the database of an environment at its runner, with settings that need not be saved',
          description:
            'The environment need not exist yet. Nothing is stored; secrets are named and never ' +
            'returned.',
          answers: { 200: ConnectionTestResult },
          problems: [403, 404, 413, 415, 429],
        }),
        params: EnvironmentTestPath,
        body: EnvironmentTest,
      },
    },
    (request) => {
      const { projectId, environmentName } = request.params
      return tests.test(callerOf(request), projectId, environmentName, request.body)
    },
  )
}
