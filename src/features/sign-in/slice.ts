import type { Db } from '../../db/database.ts'
import type { AuthenticateBrowser } from '../../http/bearer.ts'
import type { Slice } from '../../http/slice.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import type { Log } from '../../lib/log.ts'
import { createPasses } from '../../lib/service.ts'
import { createGuessLimit } from '../tokens/service.ts'
import { createCookies } from './cookies.ts'
import * as invitationSchema from './invitations/schema.ts'
import { createInvitations } from './invitations/service.ts'
import { createIdentityProviders } from './open-id/administration.ts'
import { createIdentities } from './open-id/identities.ts'
import { createOpenId } from './open-id/service.ts'
import { createOwnPassword } from './own-password.ts'
import { signInRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createFactors } from './second-factor/factors.ts'
import { createPendingSignIns } from './second-factor/pending.ts'
import * as secondFactorSchema from './second-factor/schema.ts'
import { createSecondFactor } from './second-factor/service.ts'
import { createSignIn, type SignIn } from './service.ts'
import { createSessions } from './sessions.ts'
import { SESSIONS_ENDED_CHANNEL } from './store.ts'

export interface SignInSliceOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly encryption: Encryption
  readonly origin: () => string
  /** Origin and base path under which browsers reach the API. */
  readonly baseUrl: () => string
  /** For requests to identity providers. */
  readonly fetch: typeof fetch
}

export interface SignInSlice extends Slice {
  readonly authenticateBrowser: AuthenticateBrowser
  readonly makeFirstAdmin: SignIn['makeFirstAdmin']
  /** Nothing that this process remembers of sessions outlives the call. */
  readonly forget: () => void
}

const CLEAN_UP_MS = 60_000

/** Sign-in of users: by password or with an identity provider, and the sessions of their browsers. */
export function signInSlice(options: SignInSliceOptions): SignInSlice {
  const { db, clock, log } = options
  const guesses = createGuessLimit(db)
  const sessions = createSessions(options)
  const ownPassword = createOwnPassword({ db, clock })
  const factors = createFactors({ ...options, guesses })
  const pending = createPendingSignIns({ db, clock, factors, sessions })
  const { begin } = pending
  const signIn = createSignIn({ db, clock, guesses, sessions, ownPassword, begin })
  const secondFactor = createSecondFactor({ db, factors, ownPassword, sessions })
  const cookies = createCookies(options.origin)
  const openId = createOpenId({ ...options, sessions })
  const providers = createIdentityProviders({ ...options, ...openId, sessions })
  const identities = createIdentities({ db, sessions })
  const invitations = createInvitations({ db, clock, guesses, sessions, begin, origin: options.origin })
  const pass = createPasses(log)
  return {
    authenticateBrowser: (request) =>
      signIn.authenticateBrowser({
        method: request.method,
        token: cookies.session(request),
        csrfHeader: request.headers['x-csrf-token'],
        fetchSite: request.headers['sec-fetch-site'],
      }),
    makeFirstAdmin: signIn.makeFirstAdmin,
    forget: sessions.forget,
    shapes: [schema, secondFactorSchema, invitationSchema],
    routes: (api) =>
      signInRoutes(api, {
        signIn,
        openId,
        providers,
        identities,
        invitations,
        pending,
        secondFactor,
        cookies,
      }),
    channels: { [SESSIONS_ENDED_CHANNEL]: sessions.forget },
    passes: [
      pass('delete old sessions', CLEAN_UP_MS, signIn.deleteOld),
      pass('delete old sign-ins', CLEAN_UP_MS, pending.deleteOld),
    ],
  }
}
