import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import { badRequest, conflict, Problem } from '../../lib/problem.ts'
import { isSecret } from '../../lib/secret-hash.ts'
import { findPassword } from '../directory/access.ts'
import { beginAttempt, forgetFailures } from './store.ts'

export type OwnPassword = ReturnType<typeof createOwnPassword>

/**
 * The token of the caller's browser session. Throws `forbidden` for programs, whatever cookie they send, and
 * without a session.
 */
export function requireBrowserUser(caller: Caller, token: string | undefined): string {
  if (token === undefined || caller.kind !== 'USER' || caller.inBrowser !== true)
    throw new Problem('forbidden', 'Only users signed in with a browser can change how they sign in')
  return token
}

/** For changes of how a user signs in: the password is asked for again. */
export function createOwnPassword({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  /** Throws `bad-request` for a wrong password, `conflict` for users without one, and `too-many-requests`. */
  async function prove(caller: Caller, token: string | undefined, currentPassword: string) {
    const sessionToken = requireBrowserUser(caller, token)
    const { passwordHash, userName = '' } = (await findPassword(db, caller.principalId)) ?? {}
    if (passwordHash === undefined)
      throw conflict('You have no password here; you sign in through an identity provider')
    const wait = await beginAttempt(db, userName, clock.now())
    if (wait !== undefined)
      throw new Problem('too-many-requests', 'Too many failed attempts', { retryAfterSeconds: wait })
    if (!(await isSecret(currentPassword, passwordHash))) throw badRequest(['body/currentPassword is wrong'])
    await forgetFailures(db, userName)
    return { sessionToken, passwordHash, userName }
  }

  return { prove, requireBrowserUser }
}
