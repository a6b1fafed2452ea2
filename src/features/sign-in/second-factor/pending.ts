import type { Db } from '../../../db/database.ts'
import type { Clock } from '../../../lib/clock.ts'
import { newOpaqueToken, tokenHash } from '../../../lib/opaque-token.ts'
import { conflict, Problem } from '../../../lib/problem.ts'
import type { Browser, Sessions, StartedSession } from '../sessions.ts'
import type { Factors } from './factors.ts'
import * as store from './pending-store.ts'
import { type Needs, neededBy } from './rules.ts'
import type { Enrolment } from './schema.ts'

/** A sign-in whose password is proven and that needs one thing more. The token goes into a cookie; it opens nothing. */
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
  /** The session of a user who has proven a password, or what it takes to get it. */
  async function begin(userId: string, browser: Browser): Promise<StartedSession | PendingSignIn> {
    const { enrolled, required } = await factors.stateOf(userId)
    const needs = neededBy(enrolled, required)
    if (needs === undefined) return sessions.start(userId, 'password', browser)
    const pendingToken = newOpaqueToken('hrf_')
    const expiresAt = new Date(clock.now().getTime() + PENDING_MS)
    await store.insertPending(db, tokenHash(pendingToken), { userId, needs }, expiresAt)
    return { pendingToken, needs }
  }

  /** Throws `unauthorized` for a wrong code, and without a password before it. */
  async function prove(token: string | undefined, code: string, browser: Browser): Promise<StartedSession> {
    const { userId } = await pendingOf(token, 'CODE')
    if (!(await factors.prove(userId, code, browser)))
      throw new Problem('unauthorized', 'The code is wrong, or was used before; wait for the next one')
    return end(token!, userId, browser)
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
    return { session: await end(token!, userId, browser), recoveryCodes }
  }

  async function pendingOf(token: string | undefined, needs: Needs): Promise<store.PendingRow> {
    const pending =
      token === undefined ? undefined : await store.findPending(db, tokenHash(token), clock.now())
    if (pending?.needs !== needs) throw signInAgain()
    return pending
  }

  async function end(token: string, userId: string, browser: Browser): Promise<StartedSession> {
    if (!(await store.takePending(db, tokenHash(token)))) throw signInAgain()
    return sessions.start(userId, 'password', browser)
  }

  return {
    begin,
    prove,
    beginEnrolment,
    confirmEnrolment,
    deleteOld: () => store.deleteOldPending(db, clock.now()),
  }
}

const signInAgain = () => new Problem('unauthorized', 'The sign-in has expired; enter your password again')
