import type { Report } from '../../protocol/messages.ts'

/**
 * Reports that are not on disk yet. Every report is kept until the API acknowledged it, and sent again in
 * order after a broken connection, so that none is lost or overtaken (ADR 3).
 */
export interface Outbox {
  /** Keeps the report and sends it. Reports of one root arrive in the order of their `n`. */
  add(report: Report): void
  /** Ends a step in the report of its start, when that is the last one of its root and has not left yet. */
  endLast(root: string, step: { readonly execution: string; readonly seq: number }, ended: Ended): boolean
  /** Every report of `root` up to `n` is on disk. */
  committed(root: string, n: number): void
  /** Resolves when the reports of `root` up to `n` are on disk, or `root` was dropped. */
  whenCommitted(root: string, n: number): Promise<void>
  /** Sends again all that is not acknowledged: after a reconnect. */
  resend(): void
  /** Forgets a root; callers that wait for it resume (and find its execution aborted). */
  drop(root: string): void
  /** Reports of `root` that are not acknowledged. */
  pending(root: string): number
}

type Ended = NonNullable<Extract<Report, { kind: 'step-started' }>['ended']>

interface Lane {
  reports: Report[]
  /** At which turn the last one was sent. */
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
