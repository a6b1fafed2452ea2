import { setTimeout as pause } from 'node:timers/promises'

/** Waits `ms`, or until `signal` aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined)
}

/** Resolves when `work` does or `ms` have passed, and leaves no timer behind. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = new AbortController()
  await Promise.race([work, wait(ms, late.signal)])
  late.abort()
}
