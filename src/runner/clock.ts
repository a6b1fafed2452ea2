/**
 * The time of day at this runner, as the API sees it: the API says what time it is when a session opens, and
 * a clock that only moves forward counts from there. What happens meanwhile to the clock of either machine
 * changes nothing.
 *
 * An answer that took 20 ms may be up to 20 ms old. A later answer that is faster says more exactly what time
 * it is.
 */
export interface RunnerClock {
  /** Never ahead of the API's clock. */
  nowMs(): number
  /** The API answers a question that is `askedMs` old: it is `now`. Ignores what is no time. */
  set(now: string, askedMs: number): void
  /** The same, as far as it goes together with what the API has said since `set`. */
  refine(now: string, askedMs: number): void
}

/** Until the API has said so, the time is that of the machine when the process began. */
export function createRunnerClock(
  wallMs: () => number = Date.now,
  monotonicMs: () => number = () => performance.now(),
): RunnerClock {
  /** What is to be added to the monotonic clock is between these. */
  let offset = { least: wallMs() - monotonicMs(), most: Number.POSITIVE_INFINITY }

  function answer(now: string, askedMs: number) {
    const least = Date.parse(now) - monotonicMs()
    return Number.isNaN(least) ? undefined : { least, most: least + askedMs + MILLISECOND }
  }

  return {
    nowMs: () => Math.floor(offset.least + monotonicMs()),
    set(now, askedMs) {
      offset = answer(now, askedMs) ?? offset
    },
    refine(now, askedMs) {
      const said = answer(now, askedMs)
      if (said === undefined) return
      const least = Math.max(offset.least, said.least)
      const most = Math.min(offset.most, said.most)
      // Otherwise the API's clock was set in the meantime.
      if (least <= most) offset = { least, most }
    },
  }
}

/** The API rounds down to it. */
const MILLISECOND = 1

/**
 * The instants that the journal of one execution gets: none is before an earlier one, in this session or
 * before it.
 */
export interface ExecutionClock {
  nowMs(): number
  now(): Date
  /** As ISO 8601. */
  instant(): string
}

/** `notBefore`: instants that the journal has already. */
export function createExecutionClock(clock: RunnerClock, notBefore: readonly string[]): ExecutionClock {
  let last = 0
  for (const at of notBefore) last = Math.max(last, Date.parse(at) || 0)

  function nowMs(): number {
    last = Math.max(last, clock.nowMs())
    return last
  }

  return { nowMs, now: () => new Date(nowMs()), instant: () => instantText(nowMs()) }
}

let textOf = { ms: Number.NaN, text: '' }

/** A time as ISO 8601. Steps without effects begin and end by the dozen within a millisecond. */
export function instantText(ms: number): string {
  if (textOf.ms !== ms) textOf = { ms, text: new Date(ms).toISOString() }
  return textOf.text
}
