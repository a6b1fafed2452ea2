import { setTimeout as sleep } from 'node:timers/promises'

/** Node's timers run out at once when they are set to more. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Resolves after `ms`, or as soon as `signal` aborts. To fail on an abort use `node:timers/promises` itself.
 */
export async function sleepUntilAborted(ms: number, signal?: AbortSignal): Promise<void> {
  let leftMs = ms
  do {
    await sleep(Math.min(leftMs, MAX_TIMER_MS), undefined, signal && { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error
    })
    leftMs -= MAX_TIMER_MS
  } while (leftMs > 0 && !signal?.aborted)
}

/** What `work` gives, or the reason of `signal` as a failure if that aborts first. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Resolves when `work` does or `ms` have passed, and leaves no timer behind. */
export function within(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const STEP_MS = 250

/**
 * What `work` gives, or a failure when that takes longer than `ms`. It is counted in steps, so that an answer
 * that has arrived while this process was stopped or busy is read before it counts as late.
 */
export function deadline<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let leftMs = ms
    let timer = setTimeout(step, Math.min(STEP_MS, leftMs))
    function step() {
      leftMs -= STEP_MS
      if (leftMs <= 0) reject(new Error(`no answer within ${ms / 1_000} s`))
      else timer = setTimeout(step, Math.min(STEP_MS, leftMs))
    }
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
