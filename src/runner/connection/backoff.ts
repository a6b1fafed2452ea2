/** Longest pause before attempt `attempt` (from 0): 200 ms doubling up to 10 s. */
export const backoffCeilingMs = (attempt: number): number =>
  Math.min(10_000, 200 * 2 ** Math.min(attempt, 10))

/** Full jitter: anywhere up to the ceiling, so that a fleet that lost its API does not come back as one. */
export const backoffMs = (attempt: number, random = Math.random): number =>
  random() * backoffCeilingMs(attempt)
