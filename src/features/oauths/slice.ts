import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { oauthRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createOAuths, type OAuths } from './service.ts'
import { oauthPasses } from './work.ts'

export interface OAuthsSliceOptions {
  readonly db: Db
  readonly encryption: Encryption
  readonly clock: Clock
  readonly log: Log
  /** Guarded: refuses addresses that pipelines may not reach. */
  readonly fetch: typeof fetch
  /** Origin and base path under which browsers reach the API. */
  readonly baseUrl: () => string
}

/** OAuth entries of connectors, and the pass that refreshes their tokens. */
export function oauthsSlice(options: OAuthsSliceOptions): SliceWith<OAuths> {
  const oauths = createOAuths(options)
  return {
    service: oauths,
    shapes: [schema],
    routes: (api) => oauthRoutes(api, oauths),
    passes: oauthPasses(oauths, options.log),
  }
}
