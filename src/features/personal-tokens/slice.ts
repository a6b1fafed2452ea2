import type { Db } from '../../db/database.ts'
import type { Bearer } from '../../http/bearer.ts'
import type { Slice } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import { personalTokenRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createPersonalTokens, PERSONAL_TOKEN_PREFIX } from './service.ts'

export interface PersonalTokensSliceOptions {
  readonly db: Db
  readonly clock: Clock
}

export interface PersonalTokensSlice extends Slice {
  /** Tokens of users. */
  readonly bearer: Bearer
  readonly forget: () => void
}

/** Personal access tokens. */
export function personalTokensSlice(options: PersonalTokensSliceOptions): PersonalTokensSlice {
  const tokens = createPersonalTokens(options)
  return {
    bearer: { prefix: PERSONAL_TOKEN_PREFIX, authenticate: tokens.authenticate },
    forget: tokens.forget,
    shapes: [schema],
    routes: (api) => personalTokenRoutes(api, tokens),
  }
}
