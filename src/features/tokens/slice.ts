import type { Db } from '../../db/database.ts'
import type { Server } from '../../http/server.ts'
import type { SliceWith } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses } from '../../lib/service.ts'
import { createGuessLimit } from './guess-limit.ts'
import { deleteOldGuesses } from './guess-store.ts'
import { tokenRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createTokens, type Tokens } from './service.ts'

export interface TokensSliceOptions {
  readonly db: Db
  readonly encryption: Encryption
  readonly clock: Clock
  readonly log: Log
  readonly origin: () => string
  /** Of this installation; tokens of another one are refused. */
  readonly installationId: string
}

const KEY_ROTATION_MS = 3_600_000
const CLEAN_UP_MS = 600_000

/** Access tokens: the token endpoint and the keys that verify them, at the origin. */
export function tokensSlice(options: TokensSliceOptions): SliceWith<Tokens> {
  const { db, encryption, clock, log, origin, installationId } = options
  const audience = `urn:headrace:${installationId}`
  const tokens = createTokens({ db, encryption, clock, issuer: origin, audience })
  const pass = createPasses(log)
  return {
    service: tokens,
    shapes: [schema],
    async mount(app) {
      // In a scope of their own: only here are forms a media type.
      await app.register(async (scope) =>
        tokenRoutes(scope as unknown as Server, tokens, createGuessLimit(db), origin),
      )
    },
    passes: [
      pass('rotate keys', KEY_ROTATION_MS, tokens.rotateKeys),
      pass('delete old guesses', CLEAN_UP_MS, () => deleteOldGuesses(db)),
    ],
  }
}
