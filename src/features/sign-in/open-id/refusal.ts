import { Problem, type ProblemKind } from '../../../lib/problem.ts'

/**
 * Why a single sign-on was refused. For administrators: the log and the audit trail say it, the answer does
 * not.
 */
export interface Refusal {
  readonly reason:
    | 'CLAIM_MISSING'
    | 'ADDRESS_UNVERIFIED'
    | 'USER_UNKNOWN'
    | 'USER_LINKED'
    | 'USER_INACTIVE'
    | 'SIGN_IN_EXPIRED'
    | 'PROVIDER_REFUSED'
    | 'PROVIDER_UNAVAILABLE'
    | 'TOKEN_REJECTED'
  /** The same as a sentence. */
  readonly explanation: string
  readonly subject?: string
  /** The claim that is missing, or that names the user. */
  readonly claim?: string
  /** What it names. */
  readonly userName?: string
}

/** At which provider a visit was refused, and where its browser wanted to go afterwards. */
export interface RefusedVisit {
  readonly provider: { readonly id: string; readonly name: string }
  readonly returnTo: string
}

/** The cause of the problem with which a single sign-on ends. */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError'
  readonly refusal: Refusal
  readonly visit: RefusedVisit | undefined

  constructor(refusal: Refusal, cause?: unknown, visit?: RefusedVisit) {
    super(refusal.explanation, { cause })
    this.refusal = refusal
    this.visit = visit
  }
}

/** The sentences that users read: they name no reason that would tell a stranger who is in the directory. */
const sentences = {
  forbidden: 'You are not in the directory of this installation; ask its administrator',
  unauthorized: 'The identity provider did not confirm who you are; sign in again',
  'service-unavailable': 'The identity provider cannot be reached',
} satisfies Partial<Record<ProblemKind, string>>

const RETRY_SECONDS = 10

/** The problem with which a single sign-on ends. */
export function refuse(kind: keyof typeof sentences, refusal: Refusal, cause?: unknown): Problem {
  return new Problem(kind, sentences[kind], {
    cause: new SignInRefusedError(refusal, cause),
    ...(kind === 'service-unavailable' && { retryAfterSeconds: RETRY_SECONDS }),
  })
}

/** Why a single sign-on was refused; undefined when a problem is of another kind. */
export const refusalOf = (error: unknown): SignInRefusedError | undefined =>
  error instanceof Problem && error.cause instanceof SignInRefusedError ? error.cause : undefined
