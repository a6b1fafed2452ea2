import type { KeyObject } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Credentials } from '../../features/credentials/service.ts'
import { noHandOff } from '../../features/executions/service.ts'
import type { Runners } from '../../features/runners/service.ts'
import type { Guesses } from '../../features/sign-in/service.ts'
import { tokenRoutes } from '../../features/tokens/routes.ts'
import type { Tokens } from '../../features/tokens/service.ts'
import { createServer, type Server } from '../../http/server.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { silent } from '../../lib/log.ts'
import { createConnectorParts } from './connectors.ts'
import type { GitParts } from './git.ts'
import { createPeopleParts } from './people.ts'
import { registerApi } from './routes.ts'
import { createValidation } from './validate-files.ts'

/** The public API as an OpenAPI document, from the routes themselves; no handler runs and no database is asked. */
export async function openApiDocument(): Promise<object> {
  const unused = {} as never
  const app = await createServer({
    log: silent,
    basePath: '/api',
    origin: () => '',
    version: '1.0',
    databaseProblem: () => undefined,
  })
  tokenRoutes(app, unused as Tokens, () => '')
  await app.register(
    async (scope) => {
      const parts = {
        db: unused as Db,
        writer: unused as Db,
        handOff: noHandOff,
        credentials: unused as Credentials,
        runners: unused as Runners,
        region: '',
        maxSchedulesPerProject: 0,
        git: {
          repositories: unused,
          reading: unused,
          publishing: unused,
          migrations: unused,
        } as unknown as GitParts,
        validation: createValidation(),
        people: createPeopleParts({
          ...{
            db: unused as Db,
            writer: unused as Db,
            clock: systemClock,
            log: silent,
            encryption: unused as Encryption,
          },
          ...{ origin: () => '', basePath: '/api', fetch, guesses: unused as Guesses },
          auditKey: unused as KeyObject,
        }),
        connectors: createConnectorParts({
          ...{ db: unused as Db, encryption: unused as Encryption, log: silent, fetch, baseUrl: () => '' },
        }),
      }
      await registerApi(scope as unknown as Server, parts)
    },
    { prefix: '/api' },
  )
  await app.ready()
  return app.swagger()
}
