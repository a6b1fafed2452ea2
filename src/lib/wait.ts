import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves after `ms`, or as soon as `signal` aborts. To fail on an abort use `node:timers/promises` itself. */
export async function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** Resolves when `work` does or `ms` have passed, and leaves no timer behind. */
export function within(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
