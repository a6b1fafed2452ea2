import { invariant } from '../../lib/invariant.ts'
import { PassingMap } from '../../lib/passing-map.ts'
import type { Report } from '../../protocol/messages.ts'

/**
 * Reports that are not committed yet. Every report is kept until the API acknowledges it, and is sent again
 * in order after a broken connection, so that none is lost or overtaken (ADR 3).
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
  /**
   * Resolves when all reports that are kept take less memory than they may, or `root` was dropped; undefined
   * when they do.
   */
  room(root: string): Promise<void> | undefined
}

type Updates = Extract<Report, { kind: 'step-expanded' }>['iterations'][number]
type Ended = NonNullable<Extract<Report, { kind: 'step-started' }>['ended']>

/** Characters of all reports that are kept: while no API is there, what would add more waits. */
const MAX_KEPT_CHARS = 64_000_000

interface Lane {
  reports: Report[]
  /** How large each of them is, about. */
  chars: number[]
  /** The turn in which the last one was sent. */
  turn: number
  waiting: { readonly n: number; readonly resolve: () => void }[]
}

/**
 * `send` may be called while nothing is connected: it then does nothing, and `resend` follows later. `turn`:
 * see `connection.ts`.
 */
export function createOutbox(
  send: (report: Report) => void,
  turn: () => number,
  maxChars = MAX_KEPT_CHARS,
): Outbox {
  const lanes = new PassingMap<Lane>()
  const forRoom = new Map<() => void, string>()
  let kept = 0

  function keep(lane: Lane, chars: number) {
    lane.chars.push(chars)
    kept += chars
  }

  function forget(lane: Lane, count: number) {
    for (const chars of lane.chars.splice(0, count)) kept -= chars
    if (kept < maxChars) releaseRoom(() => true)
  }

  function releaseRoom(isMeant: (root: string) => boolean) {
    for (const [resolve, root] of forRoom) {
      if (!isMeant(root)) continue
      forRoom.delete(resolve)
      resolve()
    }
  }

  function laneOf(root: string): Lane {
    const lane = lanes.get(root) ?? { reports: [], chars: [], turn: 0, waiting: [] }
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
    forget(lane, open === -1 ? lane.reports.length : open)
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
      keep(lane, charsOf(report))
      lane.turn = turn()
      send(report)
    },
    endLast(root, { execution, seq }, ended) {
      const lane = lanes.get(root)
      const last = lane?.reports.at(-1)
      if (lane?.turn !== turn() || last?.kind !== 'step-started') return false
      if (last.execution !== execution || last.seq !== seq) return false
      last.ended = ended
      const more = charsOfEnd(ended)
      lane.chars[lane.chars.length - 1]! += more
      kept += more
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
      if (lane !== undefined) forget(lane, lane.reports.length)
      releaseRoom((waiting) => waiting === root)
      for (const waiter of lane?.waiting ?? []) waiter.resolve()
    },
    pending: (root) => lanes.get(root)?.reports.length ?? 0,
    room(root) {
      if (kept < maxChars) return undefined
      return new Promise((resolve) => forRoom.set(resolve, root))
    },
  }
}

/** A report without values, about. */
const REPORT_CHARS = 500

function charsOf(report: Report): number {
  if (report.kind === 'step-started' || report.kind === 'execution-finished') return REPORT_CHARS
  if (report.kind === 'step-finished') return REPORT_CHARS + charsOfEnd(report)
  const own = REPORT_CHARS + charsOfJson(report.executed)
  return report.iterations.reduce((sum, updates) => sum + charsOfUpdates(updates), own)
}

const charsOfEnd = ({ outcome, executed, assets }: Omit<Ended, 'at'>): number =>
  charsOfUpdates(outcome.updates) + charsOfJson(executed) + charsOfJson(assets)

const charsOfJson = (value: Ended['executed'] | Ended['assets']): number =>
  value === undefined ? 0 : JSON.stringify(value).length

function charsOfUpdates(updates: Updates = []): number {
  let chars = 0
  for (const { value } of updates) {
    if (typeof value === 'string') chars += value.length
    else if (typeof value === 'object') for (const row of value) for (const cell of row) chars += cell.length
  }
  return chars
}
