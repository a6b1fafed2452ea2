import type { Db } from '../../../db/database.ts'
import type { Clock } from '../../../lib/clock.ts'
import { newOpaqueToken, tokenHash } from '../../../lib/opaque-token.ts'
import { conflict, Problem } from '../../../lib/problem.ts'
import type { Browser, Sessions, StartedSession } from '../sessions.ts'
import type { Proof } from '../store.ts'
import type { Factors } from './factors.ts'
import * as store from './pending-store.ts'
import { type Needs, neededBy } from './rules.ts'
import type { Enrolment } from './schema.ts'

/**
 * A sign-in whose password is proven and that needs one thing more. The token goes into a cookie; it opens
 * nothing.
 */
export interface PendingSignIn {
  readonly pendingToken: string
  readonly needs: Needs
}

export interface PendingDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly factors: Factors
  readonly sessions: Sessions
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>

const PENDING_MS = 600_000

/** What is between the password and the session: the second factor, or its enrolment where it is demanded. */
export function createPendingSignIns({ db, clock, factors, sessions }: PendingDependencies) {
  /**
   * The session of a user who has proven a password, or what it takes to get it. Throws `unauthorized` when
   * another is set meanwhile.
   */
  async function begin(proof: Proof, browser: Browser): Promise<StartedSession | PendingSignIn> {
    const { enrolled, required } = await factors.stateOf(proof.userId)
    const needs = neededBy(enrolled, required)
    if (needs === undefined) return start(proof, browser)
    const pendingToken = newOpaqueToken('hrf_')
    const expiresAt = new Date(clock.now().getTime() + PENDING_MS)
    const row = { tokenHash: tokenHash(pendingToken), needs, expiresAt }
    if (!(await store.insertPending(db, proof, row))) throw signInAgain()
    return { pendingToken, needs }
  }

  async function start(proof: Proof, browser: Browser): Promise<StartedSession> {
    const started = await sessions.start(proof, 'password', browser)
    if (started === undefined) throw signInAgain()
    return started
  }

  /** Throws `unauthorized` for a wrong code, and without a password before it. */
  async function prove(token: string | undefined, code: string, browser: Browser): Promise<StartedSession> {
    const { userId } = await pendingOf(token, 'CODE')
    if (!(await factors.prove(userId, code, browser)))
      throw new Problem('unauthorized', 'The code is wrong, or was used before; wait for the next one')
    return start({ userId, pendingHash: tokenHash(token!) }, browser)
  }

  async function beginEnrolment(token: string | undefined): Promise<Enrolment> {
    const { userId } = await pendingOf(token, 'ENROLMENT')
    return factors.begin(userId)
  }

  async function confirmEnrolment(token: string | undefined, code: string, browser: Browser) {
    const { userId } = await pendingOf(token, 'ENROLMENT')
    // Of two browsers that know the password, the second must not replace what the first has enrolled.
    if ((await factors.stateOf(userId)).enrolled)
      throw conflict('You have set up a second factor in the meantime; sign in again and enter its code')
    const recoveryCodes = await factors.confirm(userId, code)
    return { session: await start({ userId, pendingHash: tokenHash(token!) }, browser), recoveryCodes }
  }

  async function pendingOf(token: string | undefined, needs: Needs): Promise<store.PendingRow> {
    const pending =
      token === undefined ? undefined : await store.findPending(db, tokenHash(token), clock.now())
    if (pending?.needs !== needs) throw signInAgain()
    return pending
  }

  return {
    begin,
    prove,
    beginEnrolment,
    confirmEnrolment,
    deleteOld: () => store.deleteOldPending(db, clock.now()),
  }
}

export const signInAgain = () =>
  new Problem('unauthorized', 'The sign-in has expired; enter your password again')
