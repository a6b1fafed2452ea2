import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { tokenHash } from '../../lib/opaque-token.ts'
import { passwordViolations } from '../../lib/password-rule.ts'
import { badRequest, conflict, Problem } from '../../lib/problem.ts'
import { compareWithNothing, hashSecret, isSecret, newSecret } from '../../lib/secret-hash.ts'
import { findByUserName, insertUser, setAccountRole, setPassword } from '../directory/access.ts'
import { accountPermissionsOf, requireSuperAdmin } from '../projects/access.ts'
import type { GuessLimit } from '../tokens/service.ts'
import type { OwnPassword } from './own-password.ts'
import { csrfTokenOf, isCsrfToken } from './rules.ts'
import type { Credentials, PasswordChange, Session } from './schema.ts'
import type { PendingSignIns } from './second-factor/pending.ts'
import type { Browser, Sessions } from './sessions.ts'
import { beginAttempt, deleteOld, forgetFailures, type Proof } from './store.ts'

export interface SignInDependencies {
  readonly db: Db
  readonly clock: Clock
  /** By address: of many names at once, too. */
  readonly guesses: GuessLimit
  readonly sessions: Sessions
  readonly ownPassword: OwnPassword
  /** The session of a user who has proven the password, or what it takes to get it. */
  readonly begin: PendingSignIns['begin']
}

/** What a request from a browser brings along. */
export interface BrowserRequest {
  readonly method: string
  readonly token: string | undefined
  readonly csrfHeader: unknown
  /** `Sec-Fetch-Site`: which site made the browser send this. */
  readonly fetchSite: unknown
}

export type SignIn = ReturnType<typeof createSignIn>

/** Sign-in with a name and a password; a cookie keeps the session. */
export function createSignIn(dependencies: SignInDependencies) {
  const { db, clock, guesses, sessions, ownPassword, begin } = dependencies

  /** Wrong names, wrong passwords and inactive users get the same answer after the same time. */
  async function byPassword({ userName, password }: Credentials, browser: Browser) {
    const claim = { address: browser.address, name: userName, secret: password }
    const proof = await guesses.attempt(claim, (isKnown) => prove({ userName, password }, isKnown))
    if (proof === undefined) throw new Problem('unauthorized', 'The user name or the password is wrong')
    await forgetFailures(db, userName)
    return begin(proof, browser)
  }

  /**
   * The user whom the password proves. A claim that was proven before passes the lock that strangers caused.
   */
  async function prove({ userName, password }: Credentials, isKnown: boolean): Promise<Proof | undefined> {
    const wait = isKnown ? undefined : await beginAttempt(db, userName, clock.now())
    if (wait !== undefined) {
      const detail = `Too many failed attempts; try again in ${wait} seconds`
      throw new Problem('too-many-requests', detail, { retryAfterSeconds: wait })
    }
    const person = await findByUserName(db, userName)
    const proven =
      person?.passwordHash === undefined
        ? await compareWithNothing(password)
        : await isSecret(password, person.passwordHash)
    if (person === undefined || !proven || !person.active) return undefined
    return { userId: person.id, passwordHash: person.passwordHash }
  }

  /**
   * Who sends a request with a cookie. Changes need the CSRF token too, which only pages of ours can read.
   * Throws `forbidden` without it; undefined without a session.
   */
  async function authenticateBrowser(request: BrowserRequest): Promise<Caller | undefined> {
    const { token } = request
    const session = token === undefined ? undefined : await sessions.find(token)
    if (session === undefined) return undefined
    if (request.method === 'GET' || request.method === 'HEAD') return session.caller
    if (typeof request.fetchSite === 'string' && !/^(same-origin|none)$/.test(request.fetchSite))
      throw new Problem('forbidden', 'The request was sent by another site')
    if (!isCsrfToken(request.csrfHeader, token!))
      throw new Problem('forbidden', 'Send the header X-CSRF-Token with the csrfToken of GET /v1/session')
    return session.caller
  }

  async function current(caller: Caller, token: string | undefined): Promise<Session> {
    const session = token === undefined ? undefined : await sessions.find(token)
    const { kind, principalId: id, name, accountRole } = caller
    const accountPermissions = await accountPermissionsOf(db, caller)
    const own = { kind, id, name, accountRole, accountPermissions }
    if (session === undefined || session.caller.principalId !== id) return own
    return { ...own, csrfToken: csrfTokenOf(token!), expiresAt: session.expiresAt.toISOString() }
  }

  async function changePassword(
    caller: Caller,
    token: string | undefined,
    wanted: PasswordChange,
  ): Promise<void> {
    const proven = await ownPassword.prove(caller, token, wanted.currentPassword)
    const { passwordHash, userName, sessionToken } = proven
    const faults = passwordViolations(wanted.newPassword, userName, 'body/newPassword')
    if (faults.length > 0) throw badRequest(faults)
    const change = {
      from: passwordHash,
      to: await hashSecret(wanted.newPassword),
      keepSession: tokenHash(sessionToken),
    }
    if (!(await setPassword(db, caller.principalId, change)))
      throw conflict('The password was changed in the meantime; sign in again')
    sessions.forget()
  }

  /** Ends every session of a person: its own, or anybody's for administrators. */
  async function endAll(caller: Caller, userId: string): Promise<void> {
    if (caller.principalId !== userId) requireSuperAdmin(caller)
    await sessions.endAll(userId)
  }

  /**
   * A person that administers everything, for the first start, within `tx`. Undefined when the name is taken.
   */
  async function makeFirstAdmin(tx: Db): Promise<{ userName: string; password: string } | undefined> {
    const userName = 'admin'
    if ((await findByUserName(tx, userName)) !== undefined) return undefined
    const password = newSecret()
    const id = newId()
    const attributes = { userName, displayName: 'First administrator', active: true }
    await insertUser(tx, id, { attributes, passwordHash: await hashSecret(password) })
    await setAccountRole(tx, id, 'SUPER_ADMIN')
    return { userName, password }
  }

  return {
    sessions,
    byPassword,
    authenticateBrowser,
    current,
    changePassword,
    endAll,
    makeFirstAdmin,
    deleteOld: () => deleteOld(db, clock.now()),
  }
}
