import { firstInstantOf, firstWallAfter, wallOf, type Zone, zoneNamed } from '../../../lib/time-zone.ts'
import { DAY_MS } from './calendar.ts'
import {
  type CronRecurrence,
  type IntervalRecurrence,
  type IntervalUnit,
  LAST_YEAR,
  type Recurrence,
} from './model.ts'
import { nextWall, previousWall } from './wall.ts'

/**
 * The due times of a recurrence: pure time arithmetic, the rules of decisions.md §7. Instants are epoch
 * milliseconds.
 */

const END = Date.UTC(LAST_YEAR + 1, 0, 1)
const MINUTE_MS = 60_000
const unitMs: Readonly<Record<IntervalUnit, number>> = {
  MINUTES: MINUTE_MS,
  HOURS: 60 * MINUTE_MS,
  DAYS: DAY_MS,
  WEEKS: 7 * DAY_MS,
}

/** The first due time after `after`, never before `effectiveFrom`; undefined when none is left up to 2199. */
export function nextFire(recurrence: Recurrence, after: number): number | undefined {
  const due = recurrence.kind === 'cron' ? nextOfCron(recurrence, after) : nextOfInterval(recurrence, after)
  return due !== undefined && due < END ? due : undefined
}

/** The last due time at or before `until`; undefined when there was none since `effectiveFrom`. */
export function previousFire(recurrence: Recurrence, until: number): number | undefined {
  if (until < recurrence.effectiveFrom.getTime()) return undefined
  return recurrence.kind === 'cron'
    ? previousOfCron(recurrence, until)
    : previousOfInterval(recurrence, until)
}

/** Up to `most` due times after `after` and at or before `until`, in order. */
export function firesBetween(recurrence: Recurrence, after: number, until: number, most: number): number[] {
  const fires: number[] = []
  let due = nextFire(recurrence, after)
  while (due !== undefined && due <= until && fires.length < most) {
    fires.push(due)
    due = nextFire(recurrence, due)
  }
  return fires
}

/** The zone of a recurrence, whose name was validated when it was made. */
function zoneOf({ timeZone }: Recurrence): Zone {
  const zone = zoneNamed(timeZone)
  if (zone === undefined) throw new RangeError(`${timeZone} is not a time zone that this server knows`)
  return zone
}

function nextOfCron(recurrence: CronRecurrence, after: number): number | undefined {
  const zone = zoneOf(recurrence)
  const start = Math.max(after, recurrence.effectiveFrom.getTime() - 1)
  const wall = nextWall(recurrence.cron, Math.ceil(firstWallAfter(zone, start) / 1000))
  return wall === undefined ? undefined : firstInstantOf(zone, wall * 1000)
}

function previousOfCron(recurrence: CronRecurrence, until: number): number | undefined {
  const zone = zoneOf(recurrence)
  const wall = previousWall(recurrence.cron, Math.floor((firstWallAfter(zone, until) - 1) / 1000))
  if (wall === undefined) return undefined
  const due = firstInstantOf(zone, wall * 1000)
  return due >= recurrence.effectiveFrom.getTime() ? due : undefined
}

/** Steps of minutes and hours are true lengths of time, those of days and weeks keep the time on the wall. */
const keepsWallTime = ({ unit }: IntervalRecurrence): boolean => unit === 'DAYS' || unit === 'WEEKS'

/** The grid point number `index`; number 0 is `effectiveFrom` itself. */
function gridPoint(recurrence: IntervalRecurrence, index: number): number {
  const anchor = recurrence.effectiveFrom.getTime()
  const distance = index * recurrence.interval * unitMs[recurrence.unit]
  if (index === 0 || !keepsWallTime(recurrence)) return anchor + distance
  const zone = zoneOf(recurrence)
  return firstInstantOf(zone, wallOf(zone, anchor) + distance)
}

/** The number of the last grid point at or before `instant`, which is not before `effectiveFrom`. */
function gridIndex(recurrence: IntervalRecurrence, instant: number): number {
  const anchor = recurrence.effectiveFrom.getTime()
  const step = recurrence.interval * unitMs[recurrence.unit]
  if (!keepsWallTime(recurrence)) return Math.floor((instant - anchor) / step)
  const zone = zoneOf(recurrence)
  const shown = firstWallAfter(zone, instant) - 1
  return Math.max(0, Math.floor((shown - wallOf(zone, anchor)) / step))
}

function nextOfInterval(recurrence: IntervalRecurrence, after: number): number {
  if (after < recurrence.effectiveFrom.getTime()) return recurrence.effectiveFrom.getTime()
  return gridPoint(recurrence, gridIndex(recurrence, after) + 1)
}

const previousOfInterval = (recurrence: IntervalRecurrence, until: number): number =>
  gridPoint(recurrence, gridIndex(recurrence, until))
