import { setTimeout as sleep } from 'node:timers/promises'
import { errorText } from '../../lib/error-text.ts'

/**
 * About a minute in all: another statement that takes longer than that is not waited for, and where several
 * writers change the same rows again and again, each gets its turn.
 */
const MAX_RETRIES = 65
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 1_000

/** What PostgreSQL says of a column of a lake that has the name of one of its own. */
export const SYSTEM_COLUMN = /column name "(\w+)" conflicts with a system column name/

/**
 * A conflict with another transaction, which undid the statement as a whole. Not every commit that fails is
 * one: where the session of a lake's catalog ended as it committed, the statement may have been done.
 */
function isConflict(error: unknown): boolean {
  const [, reason] =
    /^(?:Statement \d+ of \d+: )?TransactionContext Error: (.*)/s.exec(errorText(error)) ?? []
  if (reason === undefined || SYSTEM_COLUMN.test(reason)) return false
  return /conflict|altered|failed to commit.*(primary key|unique|concurrent|serialize|deadlock)/is.test(
    reason,
  )
}

/**
 * Does `work`, one statement that commits by itself, again while other transactions are in its way: DuckDB
 * has no locks to wait for and refuses the later of two that change the same thing. It rolled the statement
 * back, so nothing of it is done twice. Inside of an explicit transaction this must not be used: there only
 * all of it can be repeated.
 */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  note: ((line: string) => void) | undefined,
  pause: (ms: number) => Promise<unknown> = (ms) => sleep(ms, undefined, { signal }),
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || retries === MAX_RETRIES) throw error
      if (retries === 0) note?.(`Another transaction conflicted, trying again: ${errorText(error)}`)
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retries)
      await pause(pauseMs * (0.5 + Math.random()))
    }
  }
}
