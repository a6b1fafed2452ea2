import type { Db } from '../../db/database.ts'
import type { TelemetryTarget } from '../../lib/otlp/target.ts'
import type { Resource } from '../../lib/otlp/values.ts'
import { isSampled, traceOf } from '../../lib/trace-context.ts'
import { findLogged, readLog } from '../executions/service.ts'
import { linesOf, logRecords, logsRequest, writersOf } from './log-records.ts'
import type { RunFigures } from './run-figures.ts'
import { rootSpan, stepSpans, tracesRequest } from './spans.ts'
import { readKeys, readStepPages, type TracedExecution } from './trace-store.ts'

/** What becomes of executions that are being exported. */
export interface Delivery {
  /** Sends a request with as many spans or records. Throws when the receiver cannot take it now. */
  send(request: object, items: number): Promise<void>
  /** Says that the receiver has all of these. */
  finish(roots: readonly TracedExecution[]): Promise<void>
}

/**
 * Exports one signal of executions that ended, and finishes each of them. What it does not finish it is given
 * again.
 */
export type SignalExport = (roots: readonly TracedExecution[], delivery: Delivery) => Promise<void>

export interface SignalSources {
  readonly db: Db
  readonly resource: Resource
  readonly sampling: TelemetryTarget['sampling']
  readonly figures: Pick<RunFigures, 'add'>
}

const SPANS_AT_ONCE = 500
/** A request with log lines is sent when it has as many, or as many characters. */
const RECORDS_AT_ONCE = 500
const LOG_CHARACTERS_AT_ONCE = 256 * 1024

/** Traces, written from the journal. */
export function tracesExport({ db, resource, sampling }: SignalSources): SignalExport {
  return async (roots, { send, finish }) => {
    const known = new Map(
      roots
        .map((root) => ({ root, trace: traceOf(root.id, root.traceContext) }))
        .filter(({ trace }) => isSampled(trace, sampling))
        .map((traced) => [traced.root.id, traced] as const),
    )
    let spans = [...known.values()].map(({ root }) => rootSpan(root))
    for await (const steps of readStepPages(db, [...known.keys()], SPANS_AT_ONCE)) {
      for (const step of steps) {
        const { root, trace } = known.get(step.rootId)!
        spans.push(...stepSpans(step, root, trace))
      }
      if (spans.length < SPANS_AT_ONCE) continue
      await send(tracesRequest(spans, resource), spans.length)
      spans = []
    }
    if (spans.length > 0) await send(tracesRequest(spans, resource), spans.length)
    await finish(roots)
  }
}

/** How long executions ran: figures of this process, which it sends with its others. */
export function figuresExport({ figures }: SignalSources): SignalExport {
  return async (roots, { finish }) => {
    await finish(roots)
    figures.add(roots)
  }
}

/** Logs: the lines of many short ones are one request, and those of a long one are many. */
export function logsExport({ db, resource, sampling }: SignalSources): SignalExport {
  /** The execution whose log was begun last, and its first line that is not sent. */
  let begun: { readonly executionId: string; readonly nextLine: number } | undefined

  async function* logPages(
    root: TracedExecution,
  ): AsyncGenerator<{ records: readonly object[]; characters: number; nextLine: number }> {
    const trace = traceOf(root.id, root.traceContext)
    const isTraceSampled = isSampled(trace, sampling)
    for (let from = begun?.executionId === root.id ? begun.nextLine : 0; ; ) {
      const stored = await readLog(db, root.id, from)
      if (stored === undefined) return
      from = stored.nextLine
      const lines = linesOf(stored.text)
      const keys = await readKeys(db, writersOf(lines))
      const records = logRecords(lines, root, { trace, keys, isSampled: isTraceSampled })
      yield { records, characters: stored.text.length, nextLine: from }
    }
  }

  return async (roots, { send, finish }) => {
    const logged = await findLogged(
      db,
      roots.map(({ id }) => id),
    )
    let records: object[] = []
    let characters = 0
    let whole: TracedExecution[] = []
    const flush = async () => {
      if (records.length > 0) await send(logsRequest(records, resource), records.length)
      records = []
      characters = 0
      await finish(whole)
      whole = []
    }
    for (const root of roots) {
      for await (const page of logged.has(root.id) ? logPages(root) : []) {
        for (const record of page.records) records.push(record)
        characters += page.characters
        if (records.length < RECORDS_AT_ONCE && characters < LOG_CHARACTERS_AT_ONCE) continue
        await flush()
        begun = { executionId: root.id, nextLine: page.nextLine }
      }
      whole.push(root)
    }
    await flush()
  }
}
