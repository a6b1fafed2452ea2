const MOST_MS = 10_000

/** Longest pause before attempt `attempt` (from 0): 200 ms doubling up to `mostMs`. */
export const backoffCeilingMs = (attempt: number, mostMs = MOST_MS): number =>
  Math.min(MOST_MS, mostMs, 200 * 2 ** Math.min(attempt, 10))

/** Full jitter: anywhere up to the ceiling, so that a fleet that lost its API does not come back as one. */
export const backoffMs = (attempt: number, mostMs?: number, random = Math.random): number =>
  random() * backoffCeilingMs(attempt, mostMs)
