import { HeadraceError } from './problem.ts'
import { wait } from './wait.ts'

/** A server that is away for longer than this is not waited for any more. */
const MAX_AWAY_MS = 10 * 60_000
const PAUSE_MS = 1_000
/** What a proxy or a server that restarts answers. */
const passing = new Set([502, 503, 504])

/** Asks again while the server is away: the execution continues meanwhile. */
export async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const end = performance.now() + MAX_AWAY_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (signal?.aborted || !isPassing(error) || performance.now() > end) throw error
    }
    await wait(PAUSE_MS, signal)
  }
}

/** `fetch` reports a connection that could not be made, or that broke, as a TypeError. */
const isPassing = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof HeadraceError && passing.has(error.status))
