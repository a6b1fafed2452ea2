import { oneLine } from '../lib/one-line.ts'

export interface FailureDetails {
  /** One sentence per fault. */
  violations?: readonly string[] | undefined
  /** Names the request in the log of the server. */
  requestId?: string | undefined
  status?: number | undefined
  /** What to do about it. */
  hint?: string | undefined
  cause?: unknown
  /** 1 unless stated. */
  exitCode?: number | undefined
}

/**
 * Why a command failed, as a message for the user. Printed without a stack; the exit code is 1
 * unless the command says another.
 */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly violations: readonly string[]
  readonly requestId: string | undefined
  readonly status: number | undefined
  readonly hint: string | undefined
  readonly exitCode: number

  constructor(message: string, more: FailureDetails = {}) {
    super(message, { cause: more.cause })
    this.violations = more.violations ?? []
    this.requestId = more.requestId
    this.status = more.status
    this.hint = more.hint
    this.exitCode = more.exitCode ?? 1
  }
}

/** The same failure with another exit code. */
export const failureWithCode = (failure: Failure, exitCode: number): Failure =>
  new Failure(failure.message, {
    violations: failure.violations,
    requestId: failure.requestId,
    status: failure.status,
    hint: failure.hint,
    cause: failure,
    exitCode,
  })

/**
 * The lines a person sees: what happened, every fault, what to do, and the request to ask an operator about.
 */
export function failureLines(failure: Failure): string[] {
  return [
    oneLine(failure.message),
    ...failure.violations.map((violation) => `  - ${oneLine(violation)}`),
    ...(failure.hint === undefined ? [] : [failure.hint]),
    ...(failure.requestId === undefined ? [] : [`Request id: ${failure.requestId}`]),
  ]
}

/** The same for programs (`--json`). */
export const failureBody = ({ message, violations, requestId, status, hint }: Failure) => ({
  error: { message, status, violations, hint, requestId },
})
