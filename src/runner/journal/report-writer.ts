import type { GateResult } from '../../pipeline/flow-events.ts'
import type { Report } from '../../protocol/messages.ts'
import type { WireOutcome } from '../../protocol/step-outcome.ts'
import type { Outbox } from '../connection/outbox.ts'

type Unnumbered<T> = T extends Report ? Omit<T, 'root' | 'n'> : never
/** A report before it gets its number. */
type Entry = Unnumbered<Report>

/** Writes the reports of one root execution and its children, numbered without gaps. */
export interface ReportWriter {
  write(entry: Entry): void
  /**
   * Ends a step. With `isQuiet`, when nothing was sent since it began, the report of its start may carry its
   * end.
   */
  end(entry: Extract<Entry, { kind: 'step-finished' }>, isQuiet: boolean): void
  /** Resolves when everything written so far is committed, or the root was dropped. */
  committed(): Promise<void>
  /** Resolves when the API has caught up; undefined when it has: reports must not pile up without a limit. */
  room(): Promise<void> | undefined
}

/** Reports of one root that may be unacknowledged. */
const MAX_PENDING = 1_000

/**
 * `nextN` is the number of the first report. `silenced` becomes true when nothing may be reported any more.
 */
export function createReportWriter(
  root: string,
  nextN: number,
  outbox: Outbox,
  silenced: () => boolean,
): ReportWriter {
  let n = Math.max(1, nextN)
  const write = (entry: Entry) => {
    if (!silenced()) outbox.add({ root, n: n++, ...entry })
  }
  const committed = () => (silenced() ? Promise.resolve() : outbox.whenCommitted(root, n - 1))
  return {
    write,
    end(entry, isQuiet) {
      const { kind: _kind, execution: _execution, seq: _seq, ...ended } = entry
      if (!isQuiet || silenced() || !outbox.endLast(root, entry, ended)) write(entry)
    },
    committed,
    room: () => (outbox.pending(root) < MAX_PENDING ? outbox.room(root) : committed()),
  }
}

/**
 * A count of rows or bytes; undefined if what a database or a program reported is not one: the API would
 * close the connection of all executions for it, again and again.
 */
const countOf = (figure: number | undefined): number | undefined =>
  figure !== undefined && Number.isSafeInteger(figure) && figure >= 0 ? figure : undefined

function changesOf(changes: WireOutcome['changes'] | undefined): WireOutcome['changes'] | undefined {
  if (changes === undefined) return undefined
  const { inserted, updated, deleted } = changes
  return [inserted, updated, deleted].every((one) => countOf(one) !== undefined) ? changes : undefined
}

/** An outcome without members that are not there, as the wire wants it. */
export function wireOutcome(outcome: {
  readonly result: WireOutcome['result']
  readonly message?: string | undefined
  readonly rowCount?: number | undefined
  readonly byteCount?: number | undefined
  readonly changes?: WireOutcome['changes'] | undefined
  readonly branch?: boolean | undefined
  readonly gates?: readonly GateResult[] | undefined
  readonly updates?: readonly { readonly variable: string; readonly value: unknown }[] | undefined
}): WireOutcome {
  const { result, message, branch, gates, updates } = outcome
  const [rowCount, byteCount] = [countOf(outcome.rowCount), countOf(outcome.byteCount)]
  const changes = changesOf(outcome.changes)
  return {
    result,
    ...(message === undefined ? {} : { message }),
    ...(rowCount === undefined ? {} : { rowCount }),
    ...(byteCount === undefined ? {} : { byteCount }),
    ...(changes === undefined ? {} : { changes }),
    ...(branch === undefined ? {} : { branch }),
    ...(gates === undefined ? {} : { gates: gates as WireOutcome['gates'] & {} }),
    ...(updates === undefined || updates.length === 0
      ? {}
      : { updates: updates as WireOutcome['updates'] & {} }),
  }
}
