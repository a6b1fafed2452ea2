import type { Db } from '../../db/database.ts'
import { connectorRoutes } from '../../features/connectors/routes.ts'
import { createConnectors } from '../../features/connectors/service.ts'
import { oauthRoutes } from '../../features/oauths/routes.ts'
import { createOAuths } from '../../features/oauths/service.ts'
import { oauthPasses } from '../../features/oauths/work.ts'
import { secretRoutes } from '../../features/secrets/routes.ts'
import { createSecrets } from '../../features/secrets/service.ts'
import type { Server } from '../../http/server.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'

export interface ConnectorDependencies {
  readonly db: Db
  readonly encryption: Encryption
  readonly log: Log
  /** Guarded (decisions.md §12). */
  readonly fetch: typeof fetch
  /** Origin and base path under which browsers reach the API. */
  readonly baseUrl: () => string
}

export type ConnectorParts = ReturnType<typeof createConnectorParts>

/** Custom connectors, the OAuth entries they use, and named secrets of projects. */
export function createConnectorParts({ db, encryption, log, fetch, baseUrl }: ConnectorDependencies) {
  const secrets = createSecrets(db, encryption)
  const oauths = createOAuths({ db, encryption, clock: systemClock, fetch, baseUrl })
  const connectors = createConnectors({ db, oauths, fetch })

  function routes(app: Server): void {
    secretRoutes(app, secrets)
    oauthRoutes(app, oauths)
    connectorRoutes(app, connectors)
  }

  /** What runners are given, for the executions they hold. */
  const sources = {
    secret: secrets.valueFor,
    connector: connectors.definitionFor,
    oauthToken: oauths.tokenFor,
  }

  return { routes, passes: oauthPasses(oauths, log), sources }
}
