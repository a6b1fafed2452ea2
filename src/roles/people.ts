import type { Db } from '../db/database.ts'
import { administrationRoutes } from '../features/directory/administration/routes.ts'
import { createAdministration, DIRECTORY_TOKEN_PREFIX } from '../features/directory/administration/service.ts'
import { directoryRoutes } from '../features/directory/routes.ts'
import { createDirectory } from '../features/directory/service.ts'
import { permissionRoutes } from '../features/permissions/routes.ts'
import { createPermissions } from '../features/permissions/service.ts'
import { personalTokenRoutes } from '../features/personal-tokens/routes.ts'
import { createPersonalTokens, PERSONAL_TOKEN_PREFIX } from '../features/personal-tokens/service.ts'
import type { Authenticate } from '../http/bearer.ts'
import type { Server } from '../http/server.ts'
import type { Clock } from '../lib/clock.ts'

export interface PeopleDependencies {
  readonly db: Db
  readonly clock: Clock
  /** Origin and base path under which clients reach the API. */
  readonly baseUrl: () => string
}

export type PeopleParts = ReturnType<typeof createPeopleParts>

/** People and groups, what they may do, and how they prove who they are. */
export function createPeopleParts({ db, clock, baseUrl }: PeopleDependencies) {
  const directory = createDirectory({ db, baseUrl })
  const administration = createAdministration({ db, clock })
  const permissions = createPermissions(db)
  const personalTokens = createPersonalTokens({ db, clock })

  async function routes(app: Server): Promise<void> {
    await directoryRoutes(app, directory)
    administrationRoutes(app, administration)
    permissionRoutes(app, permissions)
    personalTokenRoutes(app, personalTokens)
  }

  /** Tokens of people and identity providers by their prefixes; every other is a JWT. */
  const authenticateAny =
    (jwt: Authenticate): Authenticate =>
    async (token) => {
      if (token.startsWith(DIRECTORY_TOKEN_PREFIX)) return administration.authenticate(token)
      if (token.startsWith(PERSONAL_TOKEN_PREFIX)) return personalTokens.authenticate(token)
      return jwt(token)
    }

  return {
    routes,
    authenticateAny,
    warnings: [{ name: 'directory tokens', check: administration.expiryWarning }],
    measured: [
      {
        name: 'headrace_directory_token_expiry_seconds',
        help: 'Seconds until the first directory token expires; +Inf without any',
        read: administration.secondsToExpiry,
      },
    ],
  }
}
