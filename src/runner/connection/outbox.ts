import { invariant } from '../../lib/invariant.ts'
import type { Report } from '../../protocol/messages.ts'

/**
 * Reports that are not committed yet. Every report is kept until the API acknowledges it, and is sent again in
 * order after a broken connection, so that none is lost or overtaken (ADR 3).
 */
export interface Outbox {
  /** Keeps the report and sends it. Reports of one root come in the order of `n`, without gaps. */
  add(report: Report): void
  /** Ends a step in the report of its start, when that is the last one of its root and was not sent yet. */
  endLast(root: string, step: { readonly execution: string; readonly seq: number }, ended: Ended): boolean
  /** Every report of `root` up to `n` is committed. */
  committed(root: string, n: number): void
  /** Resolves when the reports of `root` up to `n` are committed, or `root` was dropped. */
  whenCommitted(root: string, n: number): Promise<void>
  /** Sends all unacknowledged reports again, after a reconnect. */
  resend(): void
  /** Forgets a root and resolves what waits for it (its execution is aborted by then). */
  drop(root: string): void
  /** Reports of `root` that are not acknowledged. */
  pending(root: string): number
}

type Ended = NonNullable<Extract<Report, { kind: 'step-started' }>['ended']>

interface Lane {
  reports: Report[]
  /** The turn in which the last one was sent. */
  turn: number
  waiting: { readonly n: number; readonly resolve: () => void }[]
}

/**
 * `send` may be called while nothing is connected: it then does nothing, and `resend` follows later. `turn`: see
 * `connection.ts`.
 */
export function createOutbox(send: (report: Report) => void, turn: () => number): Outbox {
  const lanes = new Map<string, Lane>()

  function laneOf(root: string): Lane {
    const lane = lanes.get(root) ?? { reports: [], turn: 0, waiting: [] }
    lanes.set(root, lane)
    return lane
  }

  function committed(root: string, n: number) {
    const lane = lanes.get(root)
    if (lane === undefined) return
    const last = lane.reports.at(-1)
    invariant(
      last === undefined || n <= last.n,
      () => `the API committed report ${n} of ${root}, which was never sent`,
    )
    const open = lane.reports.findIndex((report) => report.n > n)
    lane.reports = open === -1 ? [] : lane.reports.slice(open)
    const ready = lane.waiting.filter((waiter) => waiter.n <= n)
    lane.waiting = lane.waiting.filter((waiter) => waiter.n > n)
    if (lane.reports.length === 0 && lane.waiting.length === 0) lanes.delete(root)
    for (const waiter of ready) waiter.resolve()
  }

  function whenCommitted(root: string, n: number): Promise<void> {
    const oldest = lanes.get(root)?.reports[0]
    if (oldest === undefined || oldest.n > n) return Promise.resolve()
    return new Promise((resolve) => laneOf(root).waiting.push({ n, resolve }))
  }

  return {
    add(report) {
      const lane = laneOf(report.root)
      const before = lane.reports.at(-1)
      const follows = before === undefined || report.n === before.n + 1
      invariant(follows, () => `report ${report.n} of ${report.root} follows on ${before?.n}`)
      lane.reports.push(report)
      lane.turn = turn()
      send(report)
    },
    endLast(root, { execution, seq }, ended) {
      const lane = lanes.get(root)
      const last = lane?.reports.at(-1)
      if (lane?.turn !== turn() || last?.kind !== 'step-started') return false
      if (last.execution !== execution || last.seq !== seq) return false
      last.ended = ended
      return true
    },
    committed,
    whenCommitted,
    resend() {
      for (const lane of lanes.values()) for (const report of lane.reports) send(report)
    },
    drop(root) {
      const lane = lanes.get(root)
      lanes.delete(root)
      for (const waiter of lane?.waiting ?? []) waiter.resolve()
    },
    pending: (root) => lanes.get(root)?.reports.length ?? 0,
  }
}
