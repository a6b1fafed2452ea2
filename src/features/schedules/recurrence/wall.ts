import { DAY_MS, DAY_SECONDS, dayNumber, daysMeant } from './calendar.ts'
import { type Cron, FIRST_YEAR, LAST_YEAR } from './model.ts'

/**
 * The search for wall-clock times that an expression means. Wall times are seconds since 1970-01-01T00:00:00
 * as the clock on the wall shows them. The search skips from field to field, so a sparse expression costs one
 * look at each month it names, and one that never fires costs at most the months from here to the last year.
 */

/**
 * The first wall time at or after `from` that the expression means; undefined when no such time exists up to
 * 2199.
 */
export function nextWall(cron: Cron, from: number): number | undefined {
  const today = Math.floor(from / DAY_SECONDS)
  let day = nextDay(cron, today)
  if (day === today) {
    const time = timeAtOrAfter(cron, from - today * DAY_SECONDS)
    if (time !== undefined) return day * DAY_SECONDS + time
    day = nextDay(cron, today + 1)
  }
  return day === undefined ? undefined : day * DAY_SECONDS + timeAtOrAfter(cron, 0)!
}

/**
 * The last wall time at or before `from` that the expression means; undefined when no such time exists since
 * 1970.
 */
export function previousWall(cron: Cron, from: number): number | undefined {
  const today = Math.floor(from / DAY_SECONDS)
  let day = previousDay(cron, today)
  if (day === today) {
    const time = timeAtOrBefore(cron, from - today * DAY_SECONDS)
    if (time !== undefined) return day * DAY_SECONDS + time
    day = previousDay(cron, today - 1)
  }
  return day === undefined ? undefined : day * DAY_SECONDS + timeAtOrBefore(cron, DAY_SECONDS - 1)!
}

function nextDay(cron: Cron, from: number): number | undefined {
  let { year, month, day } = dateOf(Math.max(from, dayNumber(FIRST_YEAR, 1, 1)))
  for (;;) {
    const nextYear = cron.years === undefined ? year : atOrAfter(cron.years, year)
    if (nextYear === undefined || nextYear > LAST_YEAR) return undefined
    if (nextYear > year) [year, month, day] = [nextYear, 1, 1]
    const nextMonth = atOrAfter(cron.months, month)
    if (nextMonth === undefined) {
      ;[year, month, day] = [year + 1, 1, 1]
      continue
    }
    if (nextMonth > month) [month, day] = [nextMonth, 1]
    const left = daysMeant(cron, year, month) & (-1 << day)
    if (left !== 0) return dayNumber(year, month, 31 - Math.clz32(left & -left))
    ;[month, day] = [month + 1, 1]
  }
}

function previousDay(cron: Cron, from: number): number | undefined {
  let { year, month, day } = dateOf(Math.min(from, dayNumber(LAST_YEAR, 12, 31)))
  for (;;) {
    const lastYear = cron.years === undefined ? year : atOrBefore(cron.years, year)
    if (lastYear === undefined || lastYear < FIRST_YEAR) return undefined
    if (lastYear < year) [year, month, day] = [lastYear, 12, 31]
    const lastMonth = atOrBefore(cron.months, month)
    if (lastMonth === undefined) {
      ;[year, month, day] = [year - 1, 12, 31]
      continue
    }
    if (lastMonth < month) [month, day] = [lastMonth, 31]
    const left = daysMeant(cron, year, month) & (-1 >>> (31 - day))
    if (left !== 0) return dayNumber(year, month, 31 - Math.clz32(left))
    ;[month, day] = [month - 1, 31]
  }
}

function dateOf(day: number) {
  const date = new Date(day * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Second of the day, or undefined when none is left at or after `from`. */
function timeAtOrAfter({ hours, minutes, seconds }: Cron, from: number): number | undefined {
  const [hour, minute, second] = clockOf(from)
  let h = atOrAfter(hours, hour)
  if (h === hour) {
    let m = atOrAfter(minutes, minute)
    if (m === minute) {
      const s = atOrAfter(seconds, second)
      if (s !== undefined) return at(h, m, s)
      m = atOrAfter(minutes, minute + 1)
    }
    if (m !== undefined) return at(h, m, seconds[0]!)
    h = atOrAfter(hours, hour + 1)
  }
  return h === undefined ? undefined : at(h, minutes[0]!, seconds[0]!)
}

/** Second of the day, or undefined when none lies at or before `from`. */
function timeAtOrBefore({ hours, minutes, seconds }: Cron, from: number): number | undefined {
  const [hour, minute, second] = clockOf(from)
  let h = atOrBefore(hours, hour)
  if (h === hour) {
    let m = atOrBefore(minutes, minute)
    if (m === minute) {
      const s = atOrBefore(seconds, second)
      if (s !== undefined) return at(h, m, s)
      m = atOrBefore(minutes, minute - 1)
    }
    if (m !== undefined) return at(h, m, seconds.at(-1)!)
    h = atOrBefore(hours, hour - 1)
  }
  return h === undefined ? undefined : at(h, minutes.at(-1)!, seconds.at(-1)!)
}

const at = (hour: number, minute: number, second: number): number => (hour * 60 + minute) * 60 + second

const clockOf = (time: number): readonly [number, number, number] => [
  Math.floor(time / 3600),
  Math.floor(time / 60) % 60,
  time % 60,
]

function atOrAfter(values: readonly number[], least: number): number | undefined {
  for (const value of values) if (value >= least) return value
  return undefined
}

function atOrBefore(values: readonly number[], most: number): number | undefined {
  for (let i = values.length - 1; i >= 0; i--) if (values[i]! <= most) return values[i]
  return undefined
}
