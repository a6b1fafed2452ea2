/** The time that a chart shows, in milliseconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** A position within a span, as a fraction of its width. */
export interface Place {
  readonly left: number
  readonly width: number
}

/**
 * The position of a period within a span; undefined when it lies outside. A period without an end reaches to
 * the end of the span.
 */
export function placeIn(
  { from, to }: Span,
  startedAt: string,
  finishedAt: string | undefined,
): Place | undefined {
  const start = Date.parse(startedAt)
  const end = finishedAt === undefined ? to : Date.parse(finishedAt)
  if (end < from || start > to) return undefined
  const length = Math.max(to - from, 1)
  const left = (Math.max(start, from) - from) / length
  return { left, width: (Math.min(end, to) - from) / length - left }
}

const seconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400]
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, ...seconds.map((second) => second * 1_000)]
const MAX_TICKS = 6

/** Round lengths of time since the beginning of the span, at most six, without the beginning itself. */
export function ticksOf({ from, to }: Span): readonly number[] {
  const length = to - from
  const step =
    steps.find((one) => length / one <= MAX_TICKS) ?? Math.ceil(length / MAX_TICKS / 86_400_000) * 86_400_000
  const count = Math.floor(length / step)
  return Array.from({ length: count }, (_, at) => (at + 1) * step)
}
