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
import { deleteEnds, dropEndsBeyond, giveBackEnds, takeEnds, wantEnds } from './outbox-store.ts'
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
/** Whoever takes ends and dies delays them by this. */
const TAKEN_SECONDS = 120
const LOOK_MS = 1_000
const WANT_SECONDS = 600
const WANT_EVERY_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
const MAX_ASKED_PAUSE_MS = 300_000

interface Sending {
  readonly signal: Signal
  /** Spans or records of the request. */
  readonly items: number
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
 * Exports executions that ended: their traces, written from the journal, and their logs. A server that dies in the middle
 * delays them, and what it had sent is sent again with the same ids. While the receiver takes nothing they wait in the
 * database, and the oldest are dropped when there are too many; nothing else waits for them.
 */
export class Exporter implements Service {
  readonly name = 'export runs'
  readonly counts: ExportCounts = { executions: 0, droppedExecutions: 0, refusedItems: 0 }
  readonly #deps: ExportDependencies
  #wantedAt = Number.NEGATIVE_INFINITY
  #droppedAt = Number.NEGATIVE_INFINITY
  #failures = 0

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
    const { db } = this.#deps
    if (performance.now() - this.#wantedAt > WANT_EVERY_MS) {
      await wantEnds(db, WANT_SECONDS)
      this.#wantedAt = performance.now()
    }
    await this.#dropSurplus()
    while (!signal.aborted) {
      if (performance.now() - this.#droppedAt >= LOOK_MS) await this.#dropSurplus()
      const ends = await takeEnds(db, ENDS_AT_ONCE, TAKEN_SECONDS)
      if (ends.length === 0) return LOOK_MS
      try {
        const roots = await readRoots(
          db,
          ends.map(({ executionId }) => executionId),
        )
        await this.#exportRoots(roots, signal)
        await deleteEnds(db, ends)
        this.counts.executions += roots.length
        this.#deps.figures.add(roots)
        this.#failures = 0
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error
        const pauseMs = this.#pauseAfter(error)
        await giveBackEnds(db, ends, pauseMs / 1_000)
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

  async #exportRoots(roots: readonly TracedExecution[], stop: AbortSignal): Promise<void> {
    const { addresses, sampling } = this.#deps.target
    const traced = roots.filter((root) => isSampled(traceOf(root.id, root.traceContext), sampling))
    if (addresses.traces !== undefined && traced.length > 0) await this.#exportTraces(traced, stop)
    if (addresses.logs !== undefined) await this.#exportLogs(roots, stop)
  }

  async #exportTraces(roots: readonly TracedExecution[], stop: AbortSignal): Promise<void> {
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
      await this.#send({ signal: 'traces', items: spans.length, stop }, tracesRequest(spans, resource))
      spans = []
    }
    if (spans.length > 0)
      await this.#send({ signal: 'traces', items: spans.length, stop }, tracesRequest(spans, resource))
  }

  /** The lines of many short logs are one request, and those of a long one are many. */
  async #exportLogs(roots: readonly TracedExecution[], stop: AbortSignal): Promise<void> {
    const logged = await findLogged(
      this.#deps.db,
      roots.map(({ id }) => id),
    )
    let records: object[] = []
    let characters = 0
    const send = async () => {
      const request = logsRequest(records, this.#deps.resource)
      await this.#send({ signal: 'logs', items: records.length, stop }, request)
      records = []
      characters = 0
    }
    for (const root of roots.filter(({ id }) => logged.has(id)))
      for await (const page of this.#logPages(root)) {
        for (const record of page.records) records.push(record)
        characters += page.characters
        if (records.length >= RECORDS_AT_ONCE || characters >= LOG_CHARACTERS_AT_ONCE) await send()
      }
    if (records.length > 0) await send()
  }

  async *#logPages(
    root: TracedExecution,
  ): AsyncGenerator<{ records: readonly object[]; characters: number }> {
    const { db, target } = this.#deps
    const trace = traceOf(root.id, root.traceContext)
    const isTraceSampled = isSampled(trace, target.sampling)
    for (let from = 0; ; ) {
      const stored = await readLog(db, root.id, from)
      if (stored === undefined) return
      from = stored.nextLine
      const lines = linesOf(stored.text)
      const keys = await readKeys(db, writersOf(lines))
      const records = logRecords(lines, root, { trace, keys, isSampled: isTraceSampled })
      yield { records, characters: stored.text.length }
    }
  }

  async #send({ signal, items, stop }: Sending, request: object): Promise<void> {
    const sent = await this.#deps.client.send(signal, request, stop)
    if (sent.kind === 'unavailable') throw new Unavailable(sent.message, stop.aborted ? 0 : sent.retryAfterMs)
    const lost = sent.kind === 'refused' ? items : sent.rejected
    if (lost === 0) return
    this.counts.refusedItems += lost
    this.#deps.log.warn({ signal, items: lost, reason: sent.message }, 'The receiver refused telemetry')
  }
}
