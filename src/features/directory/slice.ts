import type { Db } from '../../db/database.ts'
import type { Bearer } from '../../http/bearer.ts'
import type { Slice } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import { administrationRoutes } from './administration/routes.ts'
import * as administrationSchema from './administration/schema.ts'
import { createAdministration, DIRECTORY_TOKEN_PREFIX } from './administration/service.ts'
import { directoryRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { scimErrors } from './scim-response.ts'
import { createDirectory } from './service.ts'

export interface DirectorySliceOptions {
  readonly db: Db
  readonly clock: Clock
  /** Origin and base path under which clients reach the API. */
  readonly baseUrl: () => string
  readonly settings: { readonly basePath: string }
  /** Called when users lost access: what this process remembers of sessions and tokens is outdated. */
  readonly onAccessEnded: () => void
}

export interface DirectorySlice extends Slice {
  /** Tokens of identity providers. */
  readonly bearer: Bearer
}

/** Users and groups over SCIM, and what an administrator sets up for identity providers. */
export function directorySlice({ db, clock, settings, ...options }: DirectorySliceOptions): DirectorySlice {
  const directory = createDirectory({ db, ...options })
  const administration = createAdministration({ db, clock })
  return {
    bearer: { prefix: DIRECTORY_TOKEN_PREFIX, authenticate: administration.authenticate },
    watch: (app) => void app.errorFormats.push(scimErrors(settings.basePath)),
    shapes: [schema, administrationSchema],
    async routes(api) {
      await directoryRoutes(api, directory)
      administrationRoutes(api, administration)
    },
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
