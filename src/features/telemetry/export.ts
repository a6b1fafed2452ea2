import type { Db } from '../../db/database.ts'
import type { Log } from '../../lib/log.ts'
import type { OtlpClient } from '../../lib/otlp/client.ts'
import type { Signal, TelemetryTarget } from '../../lib/otlp/target.ts'
import type { Resource } from '../../lib/otlp/values.ts'
import type { Service } from '../../lib/service.ts'
import { isSampled, traceOf } from '../../lib/trace-context.ts'
import { sleepUntilAborted } from '../../lib/wait.ts'
import { findLogged, readLog } from '../executions/service.ts'
import { linesOf, logRecords, logsRequest, writersOf } from './log-records.ts'
import {
  deleteEnds,
  dropEndsBeyond,
  postponeEnds,
  type QueuedEnd,
  takeEnds,
  wantEnds,
} from './outbox-store.ts'
import type { RunFigures } from './run-figures.ts'
import { rootSpan, stepSpans, tracesRequest } from './spans.ts'
import { readKeys, readRoots, readStepPages, type TracedExecution } from './trace-store.ts'

export interface ExportDependencies {
  readonly db: Db
  readonly log: Log
  readonly client: OtlpClient
  readonly target: Pick<TelemetryTarget, 'addresses' | 'sampling'>
  readonly resource: Resource
  readonly figures: Pick<RunFigures, 'add'>
  /** Ends that are kept while nobody takes them; for tests. */
  readonly maxPending?: number
  /** For how long ends are taken; for tests. */
  readonly takenSeconds?: number
}

/** What was exported and what was lost since the process started. */
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
const SPANS_AT_ONCE = 500
/** A request with log lines is sent when it has as many, or as many characters. */
const RECORDS_AT_ONCE = 500
const LOG_CHARACTERS_AT_ONCE = 256 * 1024
/** Ends that a server has taken are free again after this, in case it died. While it sends, it renews them every quarter of it. */
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

interface Sending {
  readonly signal: Signal
  /** Spans or records of the request. */
  readonly items: number
  readonly taken: Taken
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
 * Exports executions that ended: their traces, written from the journal, and their logs. A server that dies in the middle
 * delays them, and what it had sent is sent again with the same ids; after a passing failure what the receiver took is
 * not sent again.
 * While the receiver takes nothing they wait in the database, and the oldest are dropped when there are too many; nothing else
 * waits for them.
 */
export class Exporter implements Service {
  readonly name = 'export runs'
  readonly counts: ExportCounts = { executions: 0, droppedExecutions: 0, refusedItems: 0 }
  readonly #deps: ExportDependencies
  #wantedAt = Number.NEGATIVE_INFINITY
  #droppedAt = Number.NEGATIVE_INFINITY
  #failures = 0
  /** Executions whose spans the receiver has, and whose log it does not have yet. */
  readonly #traced = new Set<string>()
  /** The execution whose log was begun last, and its first line that is not sent. */
  #begun: { readonly executionId: string; readonly nextLine: number } | undefined

  constructor(deps: ExportDependencies) {
    this.#deps = deps
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
  async exportDue(signal: AbortSignal): Promise<number> {
    const { db, takenSeconds = TAKEN_SECONDS } = this.#deps
    if (performance.now() - this.#wantedAt > WANT_EVERY_MS) {
      await wantEnds(db, WANT_SECONDS)
      this.#wantedAt = performance.now()
    }
    await this.#dropSurplus()
    while (!signal.aborted) {
      if (performance.now() - this.#droppedAt >= LOOK_MS) await this.#dropSurplus()
      // What failed is tried with little: all that one attempt begins is sent again when it fails.
      const limit = this.#failures === 0 ? ENDS_AT_ONCE : 1
      const left = await takeEnds(db, limit, takenSeconds)
      if (left.length === 0) {
        this.#traced.clear() // another server finished them
        return LOOK_MS
      }
      const taken: Taken = { left, renewedAt: performance.now(), stop: signal }
      try {
        await this.#exportTaken(taken)
        this.#failures = 0
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        const pauseMs = this.#pauseAfter(error)
        await postponeEnds(db, taken.left, pauseMs / 1_000)
        return pauseMs
      }
    }
    return 0
  }

  /** Drops what is more than is kept. Done once in a while: to find out, all that waits is counted. */
  async #dropSurplus(): Promise<void> {
    const { db, maxPending = MAX_PENDING } = this.#deps
    let executions = 0
    for (let dropped = DROPPED_AT_ONCE; dropped === DROPPED_AT_ONCE; executions += dropped)
      dropped = await dropEndsBeyond(db, maxPending, DROPPED_AT_ONCE)
    this.#droppedAt = performance.now()
    if (executions === 0) return
    this.counts.droppedExecutions += executions
    this.#deps.log.warn({ executions }, 'Dropped runs that could not be exported: too many wait')
  }

  #pauseAfter({ message, retryAfterMs }: Unavailable): number {
    if (this.#failures++ === 0)
      this.#deps.log.warn({ reason: message }, 'The receiver of telemetry is unavailable; runs wait for it')
    if (retryAfterMs !== undefined) return Math.min(retryAfterMs, MAX_ASKED_PAUSE_MS)
    return Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS)
  }

  async #exportTaken(taken: Taken): Promise<void> {
    const { addresses, sampling } = this.#deps.target
    const roots = await readRoots(
      this.#deps.db,
      taken.left.map(({ executionId }) => executionId),
    )
    const traced = roots.filter(
      (root) => !this.#traced.has(root.id) && isSampled(traceOf(root.id, root.traceContext), sampling),
    )
    if (addresses.traces !== undefined && traced.length > 0) await this.#exportTraces(traced, taken)
    for (const { id } of traced) this.#traced.add(id)
    if (addresses.logs !== undefined) await this.#exportLogs(roots, taken)
    else await this.#finish(roots, taken)
    // Those of executions that were deleted meanwhile.
    await deleteEnds(this.#deps.db, taken.left)
  }

  async #finish(roots: readonly TracedExecution[], taken: Taken): Promise<void> {
    const ids = new Set(roots.map(({ id }) => id))
    const isDone = ({ executionId }: QueuedEnd) => ids.has(executionId)
    await deleteEnds(this.#deps.db, taken.left.filter(isDone))
    for (const id of ids) this.#traced.delete(id)
    taken.left = taken.left.filter((end) => !isDone(end))
    this.counts.executions += roots.length
    this.#deps.figures.add(roots)
  }

  async #exportTraces(roots: readonly TracedExecution[], taken: Taken): Promise<void> {
    const { db, resource } = this.#deps
    const known = new Map(
      roots.map((root) => [root.id, { root, trace: traceOf(root.id, root.traceContext) }] as const),
    )
    let spans = roots.map(rootSpan)
    for await (const steps of readStepPages(db, [...known.keys()], SPANS_AT_ONCE)) {
      for (const step of steps) {
        const { root, trace } = known.get(step.rootId)!
        spans.push(...stepSpans(step, root, trace))
      }
      if (spans.length < SPANS_AT_ONCE) continue
      await this.#send({ signal: 'traces', items: spans.length, taken }, tracesRequest(spans, resource))
      spans = []
    }
    if (spans.length > 0)
      await this.#send({ signal: 'traces', items: spans.length, taken }, tracesRequest(spans, resource))
  }

  /** The lines of many short logs are one request, and those of a long one are many. */
  async #exportLogs(roots: readonly TracedExecution[], taken: Taken): Promise<void> {
    const logged = await findLogged(
      this.#deps.db,
      roots.map(({ id }) => id),
    )
    let records: object[] = []
    let characters = 0
    let whole: TracedExecution[] = []
    const send = async () => {
      const request = logsRequest(records, this.#deps.resource)
      if (records.length > 0) await this.#send({ signal: 'logs', items: records.length, taken }, request)
      records = []
      characters = 0
      await this.#finish(whole, taken)
      whole = []
    }
    for (const root of roots) {
      for await (const page of logged.has(root.id) ? this.#logPages(root) : []) {
        for (const record of page.records) records.push(record)
        characters += page.characters
        if (records.length < RECORDS_AT_ONCE && characters < LOG_CHARACTERS_AT_ONCE) continue
        await send()
        this.#begun = { executionId: root.id, nextLine: page.nextLine }
      }
      whole.push(root)
    }
    await send()
  }

  async *#logPages(
    root: TracedExecution,
  ): AsyncGenerator<{ records: readonly object[]; characters: number; nextLine: number }> {
    const { db, target } = this.#deps
    const trace = traceOf(root.id, root.traceContext)
    const isTraceSampled = isSampled(trace, target.sampling)
    for (let from = this.#begun?.executionId === root.id ? this.#begun.nextLine : 0; ; ) {
      const stored = await readLog(db, root.id, from)
      if (stored === undefined) return
      from = stored.nextLine
      const lines = linesOf(stored.text)
      const keys = await readKeys(db, writersOf(lines))
      const records = logRecords(lines, root, { trace, keys, isSampled: isTraceSampled })
      yield { records, characters: stored.text.length, nextLine: from }
    }
  }

  async #send({ signal, items, taken }: Sending, request: object): Promise<void> {
    const { client, log } = this.#deps
    const { stop } = taken
    const sent = await client.send(signal, request, stop)
    if (sent.kind === 'unavailable') throw new Unavailable(sent.message, stop.aborted ? 0 : sent.retryAfterMs)
    await this.#renew(taken)
    const lost = sent.kind === 'refused' ? items : sent.rejected
    if (lost === 0) return
    this.counts.refusedItems += lost
    log.warn({ signal, items: lost, reason: sent.message }, 'The receiver refused telemetry')
  }

  /** Done between requests: none takes longer than ends are taken for. */
  async #renew(taken: Taken): Promise<void> {
    const { db, takenSeconds = TAKEN_SECONDS } = this.#deps
    if (performance.now() - taken.renewedAt < takenSeconds * 250) return
    await postponeEnds(db, taken.left, takenSeconds)
    taken.renewedAt = performance.now()
  }
}
