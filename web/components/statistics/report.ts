import type { components } from '../../../openapi/types.generated.ts'
import type { Bar } from '../../ui/bar-chart.tsx'
import { duration } from '../../ui/time.tsx'

type Schemas = components['schemas']
export type Statistics = Schemas['ExecutionStatistics']
export type ComponentStatistics = Schemas['ComponentStatistics']

const DAY_MS = 86_400_000

/** Ranges that can be chosen, in days. */
export const ranges = [7, 30, 90] as const

/** The last `days` days in UTC, today included; the end of the range is tomorrow. */
export function lastDays(
  days: number,
  now: Date,
): { readonly endedFrom: string; readonly endedBefore: string } {
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return {
    endedFrom: dateOf(now.getTime() - (days - 1) * DAY_MS),
    endedBefore: dateOf(now.getTime() + DAY_MS),
  }
}

/** How many executions ended. */
export const countOf = ({ succeeded, failed, cancelled }: Schemas['ExecutionFigures']): number =>
  succeeded + failed + cancelled

/** E.g. `98.5 %`; a rate below 1 is never shown as 100 %. */
export function percent(rate: number | undefined): string {
  if (rate === undefined) return '–'
  return `${Math.min(rate === 1 ? 100 : 99.9, Math.round(rate * 1_000) / 10)} %`
}

export const durationOr = (ms: number | undefined): string => (ms === undefined ? '–' : duration(ms))

export const outcomeBars = (days: readonly Statistics[]): Bar[] =>
  days.map((one) => ({
    name: one.day!,
    title: `${one.day}: ${one.succeeded} succeeded, ${one.failed} failed, ${one.cancelled} cancelled`,
    parts: [
      ['good', one.succeeded],
      ['bad', one.failed],
      ['muted', one.cancelled],
    ],
  }))

/** From 0 to the median, and from there to the 95th percentile. */
export const durationBars = (days: readonly Statistics[]): Bar[] =>
  days.map(({ day, medianMs = 0, p95Ms = 0 }) => ({
    name: day!,
    title: `${day}: median ${duration(medianMs)}, 95th percentile ${duration(p95Ms)}`,
    parts: [
      ['neutral', medianMs],
      ['muted', p95Ms - medianMs],
    ],
  }))

export const waitBars = (days: readonly Statistics[]): Bar[] =>
  days.map(({ day, averageWaitMs = 0, longestWaitMs = 0 }) => ({
    name: day!,
    title: `${day}: ${duration(averageWaitMs)} on average, ${duration(longestWaitMs)} at most`,
    parts: [['neutral', averageWaitMs]],
  }))
