/**
 * The time of day at this runner, as the API sees it: the API says what time it is when a session opens, and a clock that
 * only moves forward counts from there. What happens to the clock of the machine meanwhile changes nothing.
 */
export interface RunnerClock {
  nowMs(): number
  /** The API says what time it is. Ignores what is no time. */
  set(now: string): void
}

/** Until the API has said so, the time is that of the machine when the process began. */
export function createRunnerClock(
  wallMs: () => number = Date.now,
  monotonicMs: () => number = () => performance.now(),
): RunnerClock {
  let offsetMs = wallMs() - monotonicMs()
  return {
    nowMs: () => Math.floor(offsetMs + monotonicMs()),
    set(now) {
      const ms = Date.parse(now)
      if (!Number.isNaN(ms)) offsetMs = ms - monotonicMs()
    },
  }
}

/** The instants that the journal of one execution gets: none is before an earlier one, in this session or before it. */
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
