import { firesBetween, nextFire, previousFire } from '../recurrence/fire-times.ts'
import type { Recurrence } from '../recurrence/model.ts'

export type MissedRunPolicy = 'RUN_ONCE' | 'SKIP' | 'RUN_ALL'

/** A due time looked at later than this was missed: no server was there. Sooner, every one of them runs. */
export const GRACE_MS = 30_000
/** decisions.md §7: RUN_ALL, up to 100. */
const MAX_RUN_ALL = 100
/** Due times that were left out are counted so far. */
const MAX_COUNTED = 1_000

/** What to do about one due time. */
export interface Decision {
  /** Epoch milliseconds. */
  readonly dueAt: number
  readonly run: boolean
  /** Due times just before this one that are left out, counted up to 1,000. */
  readonly missedCount: number
}

export interface Plan {
  /** In order of time. */
  readonly decisions: readonly Decision[]
  /** The next due time, after `until`; undefined when the recurrence is over. */
  readonly next: number | undefined
}

/**
 * What a schedule owes when it is looked at: each due time from `nextDue` to `until` runs, but of those that
 * no server saw in time only what the policy says (decisions.md §7, after downtime).
 *
 * @param nextDue the due time that was planned when the schedule was looked at last
 * @param until the present, less the schedule's share of the jitter
 * @param decided up to when every due time was decided before: when `nextDue` was planned
 */
export function planRuns(
  recurrence: Recurrence,
  nextDue: number,
  until: number,
  policy: MissedRunPolicy,
  decided = nextDue - 1,
): Plan {
  const owed = owedSince(recurrence, nextDue, until, policy)
  const decisions = owed.length > 0 ? owed : movedHere(recurrence, nextDue, until, policy, decided)
  return { decisions, next: nextFire(recurrence, until) }
}

function owedSince(
  recurrence: Recurrence,
  first: number,
  until: number,
  policy: MissedRunPolicy,
): Decision[] {
  const seenInTime = Math.max(first, until - GRACE_MS)
  return [
    ...missed(recurrence, first, until - GRACE_MS - 1, policy),
    ...firesBetween(recurrence, seenInTime - 1, until, Number.POSITIVE_INFINITY).map(run),
  ]
}

/** The rules of a zone move its clocks by an hour or two. */
const MAX_ZONE_CHANGE_MS = 3 * 3_600_000

/**
 * Nothing is due at the planned time: time-zone data came that the plan did not know. The due time may be
 * earlier now, and is owed all the same.
 */
const movedHere = (
  recurrence: Recurrence,
  nextDue: number,
  until: number,
  policy: MissedRunPolicy,
  decided: number,
): Decision[] => owedSince(recurrence, Math.max(decided + 1, nextDue - MAX_ZONE_CHANGE_MS), until, policy)

/**
 * The due time to plan instead of `nextDue` when the rules of the zone are others than when it was planned.
 * Undefined where the plan stays: it is still right, it is due already, or the due time is one of the past
 * now and is made up for then.
 */
export function nextByNewRules(
  recurrence: Recurrence,
  nextDue: number,
  until: number,
  decided: number,
): number | undefined {
  const next = nextDue <= until ? undefined : nextFire(recurrence, until)
  if (next === undefined || next === nextDue) return undefined
  const isMovedHere =
    firesBetween(recurrence, Math.max(decided, nextDue - MAX_ZONE_CHANGE_MS), until, 1).length > 0
  return next > nextDue && isMovedHere ? undefined : next
}

const run = (dueAt: number): Decision => ({ dueAt, run: true, missedCount: 0 })

/** Decisions about the due times from `first` to `last`, which were all missed. */
function missed(recurrence: Recurrence, first: number, last: number, policy: MissedRunPolicy): Decision[] {
  const latest = previousFire(recurrence, last)
  if (latest === undefined || latest < first) return []
  const keep = lastFires(recurrence, first, latest, policy === 'RUN_ALL' ? MAX_RUN_ALL : 1)
  const leftOut = firesBetween(recurrence, first - 1, keep[0]! - 1, MAX_COUNTED).length
  if (policy === 'SKIP') return [{ dueAt: latest, run: false, missedCount: leftOut }]
  return keep.map((dueAt, i) => ({ dueAt, run: true, missedCount: i === 0 ? leftOut : 0 }))
}

/** Up to `most` due times that end with `latest`, none before `first`, in order. */
function lastFires(recurrence: Recurrence, first: number, latest: number, most: number): number[] {
  const fires: number[] = []
  for (let due: number | undefined = latest; due !== undefined && due >= first && fires.length < most; ) {
    fires.unshift(due)
    due = previousFire(recurrence, due - 1)
  }
  return fires
}

/**
 * The share of the jitter that a schedule always has, in milliseconds: schedules that are due together spread
 * evenly, and one schedule's runs stay as far apart as its due times are.
 */
export function jitterOf(scheduleId: string, jitterSeconds: number): number {
  // The last 48 bits of a version 7 UUID are random (RFC 9562 §5.7).
  const share = Number.parseInt(scheduleId.slice(-12), 16) / 2 ** 48
  return Math.floor(share * jitterSeconds * 1000)
}
