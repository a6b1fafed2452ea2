import type { Db } from '../../../db/database.ts'
import { cellOf } from '../../../db/sealed-columns.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { badRequest, conflict, Problem } from '../../../lib/problem.ts'
import { findPassword, findUserCaller } from '../../directory/access.ts'
import type { GuessLimit } from '../../tokens/service.ts'
import type { Browser } from '../sessions.ts'
import { beginAttempt, forgetFailures } from '../store.ts'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { isRequired } from './rules.ts'
import type { Enrolment, SecondFactor } from './schema.ts'
import * as store from './store.ts'
import { isTotpCode, newTotpSecret, otpauthUri, stepOf } from './totp.ts'

export interface FactorsDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly encryption: Encryption
  readonly guesses: GuessLimit
  /** Under which browsers reach the web interface; apps show its host. */
  readonly origin: () => string
}

export type Factors = ReturnType<typeof createFactors>

const ENROLMENT_MS = 600_000
const secretCell = (userId: string) => cellOf('second_factor.secret_encrypted', userId)

/**
 * The second factors of users: how one is enrolled, and what proves it. Who may do that is for others to
 * decide.
 */
export function createFactors({ db, clock, encryption, guesses, origin }: FactorsDependencies) {
  async function stateOf(userId: string): Promise<SecondFactor> {
    const [factor, user, policy, requiredOfUser = false] = await Promise.all([
      store.findFactor(db, userId),
      findUserCaller(db, userId),
      store.readPolicy(db),
      store.readDemand(db, userId),
    ])
    const enrolledAt = factor?.enrolledAt ?? undefined
    return {
      enrolled: enrolledAt !== undefined,
      ...(enrolledAt !== undefined && { enrolledAt: enrolledAt.toISOString() }),
      recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
      required: requiredOfUser || (user !== undefined && isRequired(policy, user.accountRole)),
      requiredOfUser,
    }
  }

  /** A new secret for the app of a user. Nothing changes before a code of it is confirmed. */
  async function begin(userId: string): Promise<Enrolment> {
    const secret = newTotpSecret()
    const expiresAt = new Date(clock.now().getTime() + ENROLMENT_MS)
    await store.beginEnrolment(db, userId, encryption.encrypt(secret, secretCell(userId)), expiresAt)
    const { userName = '' } = (await findPassword(db, userId)) ?? {}
    const issuer = `Headrace ${new URL(origin()).hostname}`
    return { secret, otpauthUri: otpauthUri(secret, issuer, userName), expiresAt: expiresAt.toISOString() }
  }

  /**
   * Puts a new secret into effect once the app has shown a code of it. Returns recovery codes, in place of
   * earlier ones.
   */
  async function confirm(userId: string, code: string): Promise<string[]> {
    const now = clock.now()
    const sealed = await store.findEnrolment(db, userId, now)
    if (sealed === undefined)
      throw conflict('There is no enrolment in progress, or it has expired; start again')
    const step = stepOf(encryption.decrypt(sealed, secretCell(userId)), digitsOf(code), now)
    if (step === undefined)
      throw badRequest(['body/code is not the code that the app shows now; check the clock of your device'])
    return db.transaction().execute(async (tx) => {
      if (!(await store.endEnrolment(tx, userId, { sealed, step, now })))
        throw conflict('The enrolment was restarted in the meantime; scan the new code')
      return newCodes(tx, userId)
    })
  }

  async function newCodes(tx: Db, userId: string): Promise<string[]> {
    const codes = newRecoveryCodes()
    await store.replaceRecoveryCodes(tx, userId, codes.map(recoveryCodeHash))
    return codes
  }

  /**
   * Whether a code of the app, or a recovery code, proves the factor of a user. It is used up by that. An
   * attempt is counted before it is judged, by address and by user. Throws `too-many-requests`.
   */
  async function prove(userId: string, code: string, { address }: Browser): Promise<boolean> {
    const claim = { address, name: `second factor of ${userId}`, secret: code }
    const proven = await guesses.attempt(claim, () => judge(userId, code))
    return proven !== undefined
  }

  async function judge(userId: string, code: string): Promise<true | undefined> {
    const factor = await store.findFactor(db, userId)
    if (factor === undefined || factor.secretEncrypted === null) return undefined
    const lock = `second factor ${factor.lockId}`
    const wait = await beginAttempt(db, lock, clock.now())
    if (wait !== undefined) {
      const detail = `Too many wrong codes; try again in ${wait} seconds`
      throw new Problem('too-many-requests', detail, { retryAfterSeconds: wait })
    }
    if (!(await isUsable(userId, factor.secretEncrypted, code))) return undefined
    await forgetFailures(db, lock)
    return true
  }

  async function isUsable(userId: string, sealed: Buffer, code: string): Promise<boolean> {
    if (!isTotpCode(digitsOf(code))) return store.useRecoveryCode(db, userId, recoveryCodeHash(code))
    const step = stepOf(encryption.decrypt(sealed, secretCell(userId)), digitsOf(code), clock.now())
    return step !== undefined && store.useStep(db, userId, sealed, step)
  }

  return {
    stateOf,
    begin,
    confirm,
    newCodes: (userId: string) => db.transaction().execute((tx) => newCodes(tx, userId)),
    prove,
    remove: (userId: string) => store.deleteFactor(db, userId),
  }
}

/** Apps show codes in two groups. */
const digitsOf = (code: string): string => code.replace(/\s/g, '')
