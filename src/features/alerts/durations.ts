/** Fewer runs than this say nothing about how long a pipeline usually takes. */
const FEWEST_RUNS = 10
/** How much longer than the longest of them is worth a message, and how much of the shortest. */
const TOLERANCE = 1.5
const LEAST_SHARE = 0.5
const SHORTEST_SECONDS = 60
/** What takes less has nothing to say by taking even less. */
const MEASURABLE_SECONDS = 10

/**
 * After how many seconds a run takes longer than usual: half as long again as the longest of the runs before
 * it, and a minute at least. The longest covers what comes once a week among daily runs. Undefined when there
 * are too few runs.
 */
export function usualLimit(runs: number, longestSeconds: number): number | undefined {
  if (runs < FEWEST_RUNS) return undefined
  return Math.max(SHORTEST_SECONDS, longestSeconds * TOLERANCE)
}

/**
 * In fewer seconds than this a successful run took less than usual: half of the shortest of the runs before
 * it. Undefined when there are too few of them, or when they take next to no time.
 */
export function usualLeast(runs: number, shortestSeconds: number): number | undefined {
  if (runs < FEWEST_RUNS || shortestSeconds < MEASURABLE_SECONDS) return undefined
  return shortestSeconds * LEAST_SHARE
}

/** A duration as a person would say it: the largest unit that fits, in whole numbers. */
export function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
