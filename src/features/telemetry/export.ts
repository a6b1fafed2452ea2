import type { Db } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import type { OtlpClient } from '../../lib/otlp/client.ts'
import type { Signal } from '../../lib/otlp/target.ts'
import type { Service } from '../../lib/service.ts'
import { sleepUntilAborted } from '../../lib/wait.ts'
import {
  deleteEnds,
  dropEndsBeyond,
  type Outbox,
  postponeEnds,
  type QueuedEnd,
  takeEnds,
  wantEnds,
} from './outbox-store.ts'
import type { SignalExport } from './signals.ts'
import { readRoots, type TracedExecution } from './trace-store.ts'

export interface ExportDependencies {
  readonly db: Db
  readonly log: Log
  readonly client: OtlpClient
  readonly signal: Signal
  readonly exportSignal: SignalExport
  readonly counts: ExportCounts
  /** Ends that are kept while nobody takes them; for tests. */
  readonly maxPending?: number
  /** For how long ends are taken; for tests. */
  readonly takenSeconds?: number
}

/**
 * What was exported and what was lost since the process started. An execution counts for each of its signals.
 */
export interface ExportCounts {
  executions: number
  /** Executions dropped because more waited than are kept. */
  droppedExecutions: number
  /** Spans and log records that the receiver refused. */
  refusedItems: number
}

const MAX_PENDING = 100_000
const DROPPED_AT_ONCE = 1_000
const ENDS_AT_ONCE = 100
/**
 * Ends that a server has taken are free again after this, in case it died. While it sends, it renews them
 * every quarter of it.
 */
const TAKEN_SECONDS = 120
const LOOK_MS = 1_000
const WANT_SECONDS = 600
const WANT_EVERY_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
const MAX_ASKED_PAUSE_MS = 300_000

/** Ends that are being exported. */
interface Taken {
  /** Those that are not exported yet. */
  left: readonly QueuedEnd[]
  renewedAt: number
  /** Aborts when the process stops. */
  readonly stop: AbortSignal
}

/** The receiver cannot take anything now. */
class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly retryAfterMs: number | undefined
  constructor(message: string, retryAfterMs: number | undefined) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Exports one signal of executions that ended: their traces, their logs, or how long they ran. A server that
 * dies in the middle delays them, and what it had sent is sent again with the same ids; after a passing
 * failure what the receiver took is not sent again.
 * While the receiver takes nothing they wait in the database, and the oldest are dropped when there are too
 * many; nothing else waits for them, and neither do the other signals.
 */
export class Exporter implements Service {
  readonly name: string
  readonly #deps: ExportDependencies
  readonly #outbox: Outbox
  #wantedAt = Number.NEGATIVE_INFINITY
  #droppedAt = Number.NEGATIVE_INFINITY
  #failures = 0

  constructor(deps: ExportDependencies) {
    this.name = `export ${deps.signal} of runs`
    this.#deps = deps
    this.#outbox = deps
  }

  async run(signal: AbortSignal): Promise<void> {
    const { log } = this.#deps
    while (!signal.aborted) {
      const pauseMs = await this.exportDue(signal).catch((error: unknown) => {
        log.warn({ err: error }, 'Could not read runs to export; trying again')
        return MAX_PAUSE_MS / 6
      })
      await sleepUntilAborted(pauseMs, signal)
    }
  }

  /** Exports what is due, and answers when to look again. */
  async exportDue(stop: AbortSignal): Promise<number> {
    const { takenSeconds = TAKEN_SECONDS } = this.#deps
    if (performance.now() - this.#wantedAt > WANT_EVERY_MS) {
      await wantEnds(this.#outbox, WANT_SECONDS)
      this.#wantedAt = performance.now()
    }
    await this.#dropSurplus()
    while (!stop.aborted) {
      if (performance.now() - this.#droppedAt >= LOOK_MS) await this.#dropSurplus()
      // What failed is tried with little: all that one attempt begins is sent again when it fails.
      const limit = this.#failures === 0 ? ENDS_AT_ONCE : 1
      const left = await takeEnds(this.#outbox, limit, takenSeconds)
      if (left.length === 0) return LOOK_MS
      const taken: Taken = { left, renewedAt: performance.now(), stop }
      try {
        await this.#exportTaken(taken)
        this.#failures = 0
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        const pauseMs = this.#pauseAfter(error)
        await postponeEnds(this.#outbox, taken.left, pauseMs / 1_000)
        return pauseMs
      }
    }
    return 0
  }

  /** Drops what is more than is kept. Done once in a while: to find out, all that waits is counted. */
  async #dropSurplus(): Promise<void> {
    const { log, signal, counts, maxPending = MAX_PENDING } = this.#deps
    let executions = 0
    for (let dropped = DROPPED_AT_ONCE; dropped === DROPPED_AT_ONCE; executions += dropped)
      dropped = await dropEndsBeyond(this.#outbox, maxPending, DROPPED_AT_ONCE)
    this.#droppedAt = performance.now()
    if (executions === 0) return
    counts.droppedExecutions += executions
    log.warn({ signal, executions }, 'Dropped runs that could not be exported: too many wait')
  }

  #pauseAfter({ message, retryAfterMs }: Unavailable): number {
    const { log, signal } = this.#deps
    if (this.#failures++ === 0)
      log.warn({ signal, reason: message }, 'The receiver of telemetry is unavailable; runs wait for it')
    if (retryAfterMs !== undefined) return Math.min(retryAfterMs, MAX_ASKED_PAUSE_MS)
    return Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS)
  }

  async #exportTaken(taken: Taken): Promise<void> {
    const { db, exportSignal } = this.#deps
    const roots = await readRoots(
      db,
      taken.left.map(({ executionId }) => executionId),
    )
    await exportSignal(roots, {
      send: (request, items) => this.#send(request, items, taken),
      finish: (finished) => this.#finish(finished, taken),
    })
    // Those of executions that were deleted meanwhile.
    await deleteEnds(this.#outbox, taken.left)
  }

  async #finish(roots: readonly TracedExecution[], taken: Taken): Promise<void> {
    const ids = new Set(roots.map(({ id }) => id))
    const isDone = ({ executionId }: QueuedEnd) => ids.has(executionId)
    await deleteEnds(this.#outbox, taken.left.filter(isDone))
    taken.left = taken.left.filter((end) => !isDone(end))
    this.#deps.counts.executions += roots.length
  }

  async #send(request: object, items: number, taken: Taken): Promise<void> {
    const { client, counts, log, signal } = this.#deps
    const { stop } = taken
    const sent = await client.send(signal, request, stop)
    if (sent.kind === 'unavailable') throw new Unavailable(sent.message, stop.aborted ? 0 : sent.retryAfterMs)
    await this.#renew(taken)
    const lost = sent.kind === 'refused' ? items : sent.rejected
    if (lost === 0) return
    counts.refusedItems += lost
    log.warn({ signal, items: lost, reason: sent.message }, 'The receiver refused telemetry')
  }

  /** Done between requests: none takes longer than ends are taken for. */
  async #renew(taken: Taken): Promise<void> {
    const { takenSeconds = TAKEN_SECONDS } = this.#deps
    if (performance.now() - taken.renewedAt < takenSeconds * 250) return
    await postponeEnds(this.#outbox, taken.left, takenSeconds)
    taken.renewedAt = performance.now()
  }
}
