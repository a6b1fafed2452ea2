import type { KeyObject } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { auditHooks } from '../../features/audit/hooks.ts'
import { auditRoutes } from '../../features/audit/routes.ts'
import { createAudit } from '../../features/audit/service.ts'
import { administrationRoutes } from '../../features/directory/administration/routes.ts'
import {
  createAdministration,
  DIRECTORY_TOKEN_PREFIX,
} from '../../features/directory/administration/service.ts'
import { directoryRoutes } from '../../features/directory/routes.ts'
import { createDirectory } from '../../features/directory/service.ts'
import { permissionRoutes } from '../../features/permissions/routes.ts'
import { createPermissions } from '../../features/permissions/service.ts'
import { personalTokenRoutes } from '../../features/personal-tokens/routes.ts'
import { createPersonalTokens, PERSONAL_TOKEN_PREFIX } from '../../features/personal-tokens/service.ts'
import { createCookies } from '../../features/sign-in/cookies.ts'
import { createOpenId } from '../../features/sign-in/open-id/service.ts'
import { signInRoutes } from '../../features/sign-in/routes.ts'
import { createSignIn, type Guesses } from '../../features/sign-in/service.ts'
import type { Authenticate, AuthenticateBrowser } from '../../http/bearer.ts'
import type { Server } from '../../http/server.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses } from '../../lib/service.ts'

export interface PeopleDependencies {
  readonly db: Db
  /** Connections of their own for what waits for the disk. */
  readonly writer: Db
  readonly clock: Clock
  readonly log: Log
  readonly encryption: Encryption
  readonly origin: () => string
  readonly basePath: string
  /** For requests to identity providers. */
  readonly fetch: typeof fetch
  readonly guesses: Guesses
  /** Of the hashes of audit entries. */
  readonly auditKey: KeyObject
}

const CLEAN_UP_MS = 600_000
const SETTLE_MS = 60_000

export type PeopleParts = ReturnType<typeof createPeopleParts>

/** People and groups, what they may do, and how they prove who they are. */
export function createPeopleParts(dependencies: PeopleDependencies) {
  const { db, clock, log, encryption, origin, basePath, guesses } = dependencies
  const baseUrl = () => `${origin()}${basePath}`
  const directory = createDirectory({ db, baseUrl })
  const administration = createAdministration({ db, clock })
  const permissions = createPermissions(db)
  const personalTokens = createPersonalTokens({ db, clock })
  const signIn = createSignIn({ db, clock, guesses })
  const cookies = createCookies(origin)
  const { sessions } = signIn
  const audit = createAudit({ db, writer: dependencies.writer, clock, key: dependencies.auditKey })
  const openId = createOpenId({ db, clock, encryption, sessions, baseUrl, fetch: dependencies.fetch, log })

  async function routes(app: Server): Promise<void> {
    await directoryRoutes(app, directory)
    administrationRoutes(app, administration)
    permissionRoutes(app, permissions)
    personalTokenRoutes(app, personalTokens)
    signInRoutes(app, { signIn, openId, cookies })
    auditRoutes(app, audit)
  }

  /** Tokens of people and identity providers by their prefixes; every other is a JWT. */
  const authenticateAny =
    (jwt: Authenticate): Authenticate =>
    async (token) => {
      if (token.startsWith(DIRECTORY_TOKEN_PREFIX)) return administration.authenticate(token)
      if (token.startsWith(PERSONAL_TOKEN_PREFIX)) return personalTokens.authenticate(token)
      return jwt(token)
    }

  const authenticateBrowser: AuthenticateBrowser = (request) =>
    signIn.authenticateBrowser({
      method: request.method,
      token: cookies.session(request),
      csrfHeader: request.headers['x-csrf-token'],
      fetchSite: request.headers['sec-fetch-site'],
    })
  const pass = createPasses(log)

  return {
    routes,
    audit,
    authenticateBrowser,
    makeFirstAdmin: signIn.makeFirstAdmin,
    /** Before any route is added. */
    watch: (app: Server) => auditHooks(app, { audit, clock, log, basePath }),
    passes: [
      pass('delete old sessions', CLEAN_UP_MS, signIn.deleteOld),
      pass('settle audit', SETTLE_MS, audit.settleLost),
    ],
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
