import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { conflict, notFound } from '../../../lib/problem.ts'
import { requireSuperAdmin } from '../../projects/access.ts'
import type { OwnPassword } from '../own-password.ts'
import type { Sessions } from '../sessions.ts'
import type { Factors } from './factors.ts'
import type { Enrolment, SecondFactor, SignInSettings } from './schema.ts'
import * as store from './store.ts'

export interface SecondFactorDependencies {
  readonly db: Db
  readonly factors: Factors
  readonly ownPassword: OwnPassword
  readonly sessions: Sessions
}

export type SecondFactorService = ReturnType<typeof createSecondFactor>

/** What users do with their own second factor, and administrators with everybody's. */
export function createSecondFactor({ db, factors, ownPassword, sessions }: SecondFactorDependencies) {
  const own = (caller: Caller, token: string | undefined): Promise<SecondFactor> => {
    ownPassword.requireBrowserUser(caller, token)
    return factors.stateOf(caller.principalId)
  }

  /** Whoever sits down at an open browser does not know the password, and so cannot lock its user out. */
  async function begin(caller: Caller, token: string | undefined, password: string): Promise<Enrolment> {
    await ownPassword.prove(caller, token, password)
    return factors.begin(caller.principalId)
  }

  async function confirm(caller: Caller, token: string | undefined, code: string) {
    ownPassword.requireBrowserUser(caller, token)
    return { recoveryCodes: await factors.confirm(caller.principalId, code) }
  }

  async function newRecoveryCodes(caller: Caller, token: string | undefined, password: string) {
    await ownPassword.prove(caller, token, password)
    if (!(await factors.stateOf(caller.principalId)).enrolled) throw notEnrolled()
    return { recoveryCodes: await factors.newCodes(caller.principalId) }
  }

  /** Throws `conflict` while the installation demands one of this user. */
  async function remove(caller: Caller, token: string | undefined, password: string): Promise<void> {
    await ownPassword.prove(caller, token, password)
    const { enrolled, required } = await factors.stateOf(caller.principalId)
    if (!enrolled) throw notEnrolled()
    if (required) throw conflict('You are required to have a second factor; enrol another app instead')
    await factors.remove(caller.principalId)
  }

  async function ofUser(caller: Caller, userId: string): Promise<SecondFactor> {
    requireSuperAdmin(caller)
    return existing(userId)
  }

  /** Demands a second factor of one user, from the next sign-in on. */
  async function demand(caller: Caller, userId: string, required: boolean): Promise<SecondFactor> {
    requireSuperAdmin(caller)
    await store.writeDemand(db, userId, required)
    return existing(userId)
  }

  async function existing(userId: string): Promise<SecondFactor> {
    if ((await store.readDemand(db, userId)) === undefined) throw notFound('User', userId)
    return factors.stateOf(userId)
  }

  /** For a user who lost app and recovery codes: removes the factor and ends the sessions. */
  async function reset(caller: Caller, userId: string): Promise<void> {
    requireSuperAdmin(caller)
    if (!(await store.resetFactor(db, userId))) throw notFound('Second factor of user', userId)
    sessions.forget()
  }

  async function settings(caller: Caller, change?: SignInSettings): Promise<SignInSettings> {
    requireSuperAdmin(caller)
    if (change !== undefined) await store.writePolicy(db, change.secondFactor)
    return { secondFactor: await store.readPolicy(db) }
  }

  return { own, begin, confirm, newRecoveryCodes, remove, ofUser, demand, reset, settings }
}

const notEnrolled = () => conflict('You have no second factor')
