import { failureLog } from './failure-log.ts'
import type { Log } from './log.ts'
import { sleepUntilAborted } from './wait.ts'

/** Something that runs until its signal aborts. Every background loop of the platform is one. */
export interface Service {
  readonly name: string
  /** Resolves after `signal` aborts and work in flight is finished. */
  run(signal: AbortSignal): Promise<void>
}

/**
 * How a pass can tell from the database whether it has something to do. The lookout (`db/lookout.ts`) asks
 * for all passes at once.
 */
export interface Due {
  /**
   * An SQL expression, of which only the lookout knows more. It is asked for once. Undefined: `isDue` needs
   * no answer.
   */
  readonly question: unknown
  /** Whether the answer means that it has something to do. */
  readonly isDue: (answer: unknown) => boolean
}

/**
 * Called by a pass each time that a part of much work is done, as often as it likes: health checks then take
 * it for neither failed nor stuck, however long it has enough to do.
 */
export type Progressed = () => void

/** What a pass does in a turn of its own, until `signal` aborts at most. */
type Pass = (signal: AbortSignal, progressed: Progressed) => Promise<unknown>

/** A pass that runs when its time has come or when it is woken, whichever is first. */
export interface WakeableService extends Service {
  /** Runs the pass as soon as the current one is done. Waking twice before it starts runs it once. */
  wake(): void
  /** Its turn comes after this time at the latest, if it has something to do. */
  readonly intervalMs: number
  readonly due: Due | undefined
  /** From now on somebody wakes it when it is due: turns of its own are for what that misses. */
  leaveToLookout(): void
  /** The lookout has just found nothing that it could do. */
  foundNothing(): void
  /**
   * When a pass last ended well or progressed, or the lookout last spared it one, for health checks;
   * undefined before the first. In ms of `performance.now()`: no pass fails because the clock is set.
   */
  lastOkAt(): number | undefined
  /**
   * For how long, in ms, the pass that runs now has been running since it began or last progressed; 0 between
   * passes.
   */
  runningMs(): number
}

/**
 * After a failure the next turn comes sooner: what runs once an hour must not wait an hour for a database
 * that is back.
 */
const RETRY_MS = 2_000
/** Between turns of a pass that a lookout wakes. */
const UNCALLED_MS = 30_000
/**
 * A pass is spared its own turn when the lookout found nothing for it within this time; it takes one of ten
 * anyway.
 */
const JUST_FOUND_MS = 5_000
const MAX_SPARED_TURNS = 9

/**
 * Turns an idempotent `pass` into a service: now, then every `intervalMs` and whenever it is woken, never two
 * at once. A pass that fails is reported to `onError` and tried again after two seconds at most. With `due` a
 * lookout can spare it the turns in which it would find nothing.
 */
export function every(
  intervalMs: number,
  name: string,
  pass: Pass,
  onError: (error: unknown) => void,
  due?: Due,
): WakeableService {
  let ownTurnsMs = intervalMs
  let woken = false
  let interrupt = () => {}
  let lastOk: number | undefined
  let begunAt: number | undefined
  let foundNothingAt = -Infinity

  async function run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => interrupt(), { once: true })
    while (!signal.aborted) {
      woken = false
      begunAt = performance.now()
      const pauseMs = await Promise.try(pass, signal, progressed).then(
        () => {
          lastOk = performance.now()
          return ownTurnsMs
        },
        (error: unknown) => {
          onError(error)
          return Math.min(intervalMs, RETRY_MS)
        },
      )
      begunAt = undefined
      await untilNextTurn(pauseMs, signal)
    }
  }

  function progressed() {
    lastOk = performance.now()
    begunAt = performance.now()
  }

  async function untilNextTurn(pauseMs: number, signal: AbortSignal): Promise<void> {
    for (let spared = 0; !woken && !signal.aborted; spared++) {
      await pause(pauseMs)
      const isSpared = performance.now() - foundNothingAt < JUST_FOUND_MS && pauseMs === UNCALLED_MS
      if (woken || !isSpared || spared === MAX_SPARED_TURNS) return
      lastOk = performance.now()
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      interrupt = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function wake() {
    woken = true
    interrupt()
  }

  function leaveToLookout() {
    ownTurnsMs = Math.max(intervalMs, UNCALLED_MS)
  }

  function foundNothing() {
    foundNothingAt = performance.now()
  }

  const runningMs = () => (begunAt === undefined ? 0 : performance.now() - begunAt)
  const lastOkAt = () => lastOk
  return { name, intervalMs, due, run, wake, leaveToLookout, foundNothing, lastOkAt, runningMs }
}

/**
 * Makes the background passes of one part of the program. One that fails is logged under its name and tried
 * again.
 */
export const createPasses =
  (log: Log) =>
  (name: string, intervalMs: number, pass: Pass, due?: Due): WakeableService =>
    every(intervalMs, name, pass, failureLog(log, 'error', 'A pass failed', { pass: name }), due)

const RESTART_MS = 1_000

/**
 * Runs a service until `signal` aborts, again after a moment when it fails: one defect must not end the
 * process.
 */
export async function keepRunning(service: Service, signal: AbortSignal, log: Log): Promise<void> {
  while (!signal.aborted) {
    await Promise.try(() => service.run(signal)).catch((error: unknown) =>
      log.error({ err: error, service: service.name }, 'A background service failed; starting it again'),
    )
    if (!signal.aborted) await sleepUntilAborted(RESTART_MS, signal)
  }
}
