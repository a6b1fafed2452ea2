import type { Outcome } from '../../pipeline/flow-events.ts'

export const success = (message?: string, more: Omit<Outcome, 'result' | 'message'> = {}): Outcome => ({
  result: 'SUCCESS',
  message,
  ...more,
})

/** An expected failure: `message` says what happened and what to do. */
export const failure = (message: string, more: Omit<Outcome, 'result' | 'message'> = {}): Outcome => ({
  result: 'FAILED',
  message,
  ...more,
})

/** With how many bytes were read or written, where it succeeded. */
export const withBytes = (outcome: Outcome, byteCount: number): Outcome =>
  outcome.result === 'SUCCESS' ? { ...outcome, byteCount } : outcome
