import { COMPARED_RUNS } from './gate-faults.ts'
import type { CountedRun } from './run-history.ts'

/** Makes the median absolute deviation of normally distributed numbers their standard deviation. */
const NORMAL = 1.4826
/** Counts that hardly ever change would make every change unusual. */
const SMALLEST_SHARE = 0.01

export interface Band {
  readonly low: number
  readonly high: number
  readonly median: number
}

/** The counts that a run is compared with: those of the last successful runs. */
export const judgedRuns = (
  history: readonly CountedRun[],
  { written, weekday }: { readonly written: boolean; readonly weekday: number | undefined },
): readonly number[] =>
  history
    .filter(({ at }) => weekday === undefined || at.getUTCDay() === weekday)
    .slice(0, COMPARED_RUNS)
    .map((run) => (written ? run.writtenRows : run.tableRows))

/** Whole numbers around the median that are usual: one run that was far off moves them hardly at all. */
export function bandOf(counts: readonly number[], tolerance: number): Band {
  const median = medianOf(counts)
  const spread = NORMAL * medianOf(counts.map((count) => Math.abs(count - median)))
  const width = tolerance * Math.max(spread, SMALLEST_SHARE * median, 0.5)
  return { low: Math.max(0, Math.ceil(median - width)), high: Math.floor(median + width), median }
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const above = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[above]! : (sorted[above - 1]! + sorted[above]!) / 2
}
