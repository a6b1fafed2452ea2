import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Clock } from '../../../lib/clock.ts'
import { newOpaqueToken, tokenHash } from '../../../lib/opaque-token.ts'
import { passwordViolations } from '../../../lib/password-rule.ts'
import { badRequest, conflict, notFound, Problem } from '../../../lib/problem.ts'
import { hashSecret } from '../../../lib/secret-hash.ts'
import { requireSuperAdmin } from '../../projects/access.ts'
import type { GuessLimit } from '../../tokens/service.ts'
import type { PendingSignIns } from '../second-factor/pending.ts'
import type { Browser, Sessions } from '../sessions.ts'
import type { Acceptance, CreatedInvitation, Invitation, InvitedUser } from './schema.ts'
import * as store from './store.ts'

export interface InvitationsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly guesses: GuessLimit
  readonly sessions: Sessions
  /** The session of a user who has just set a password, or what it takes to get it. */
  readonly begin: PendingSignIns['begin']
  /** Under which browsers reach the web interface. */
  readonly origin: () => string
}

const DAY_MS = 86_400_000
const LIFE_MS = 3 * DAY_MS

/**
 * Invitations: a link with which a user sets the first password, or a new one after it was forgotten. An
 * administrator creates the link and gives it to the user; it works once, for three days.
 */
export function createInvitations(dependencies: InvitationsDependencies) {
  const { db, clock, guesses, sessions, begin, origin } = dependencies

  const shown = ({ createdBy, createdAt, expiresAt }: store.InvitationRow): Invitation => ({
    createdAt: createdAt.toISOString(),
    createdBy,
    expiresAt: expiresAt.toISOString(),
    expired: expiresAt <= clock.now(),
  })

  /** A new link for a user. One that was given before stops working. */
  async function create(caller: Caller, userId: string): Promise<CreatedInvitation> {
    requireSuperAdmin(caller)
    const token = newOpaqueToken('hri_')
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + LIFE_MS)
    const row = { createdBy: caller.name, createdAt, expiresAt }
    const outcome = await store.replaceInvitation(db, userId, tokenHash(token), row)
    if (outcome === 'absent') throw notFound('User', userId)
    if (outcome === 'inactive') throw conflict('The user is deactivated; activate the user first')
    // Behind #, so that no server on the way and no log sees the token.
    return { ...shown(row), invitationUrl: `${origin()}/invitation#${token}` }
  }

  async function get(caller: Caller, userId: string): Promise<Invitation> {
    requireSuperAdmin(caller)
    const row = await store.findInvitation(db, userId)
    if (row === undefined) throw notFound('Invitation of user', userId)
    return shown(row)
  }

  async function remove(caller: Caller, userId: string): Promise<void> {
    requireSuperAdmin(caller)
    if (!(await store.deleteInvitation(db, userId))) throw notFound('Invitation of user', userId)
  }

  /** Whom a link invites. Throws `gone` for a link that does not work (any more). */
  async function preview(token: string, browser: Browser): Promise<InvitedUser> {
    const { userName, name, expiresAt } = await invited(token, browser)
    return { userName, name, expiresAt: expiresAt.toISOString() }
  }

  /**
   * Sets the password and signs in. Throws `gone` like `preview`, and `bad-request` for a password that is
   * not valid.
   */
  async function accept({ token, password }: Acceptance, browser: Browser) {
    const { userName } = await invited(token, browser)
    const violations = passwordViolations(password, userName, 'body/password')
    if (violations.length > 0) throw badRequest(violations)
    const hash = await hashSecret(password)
    const userId = await store.acceptInvitation(db, tokenHash(token), hash, clock.now())
    if (userId === undefined) throw gone()
    sessions.forget()
    return begin({ userId, passwordHash: hash }, browser)
  }

  /** Nobody guesses a token, yet nobody gets to try for ever either. */
  async function invited(token: string, { address }: Browser): Promise<store.Invited> {
    const claim = { address, name: 'invitation', secret: token }
    const found = await guesses.attempt(claim, () => store.findInvited(db, tokenHash(token), clock.now()))
    if (found === undefined) throw gone()
    return found
  }

  return { create, get, remove, preview, accept }
}

export type Invitations = ReturnType<typeof createInvitations>

const gone = () =>
  new Problem(
    'gone',
    'This invitation has expired, was withdrawn or was used before; ask your administrator for a new link',
  )
