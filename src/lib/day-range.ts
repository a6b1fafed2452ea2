const DAY_MS = 86_400_000
/** Days of a report, at most. */
const MAX_DAYS = 92

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** What is wrong with a range of days or instants, the last not included, that a query has as `names`. */
export function rangeFaults(
  from: string,
  before: string,
  names: readonly [from: string, before: string],
): string[] {
  const [first, last] = [Date.parse(from), Date.parse(before)]
  if (last <= first) return [`query/${names[1]} must be after ${names[0]}`]
  return last - first > MAX_DAYS * DAY_MS
    ? [`query/${names[1]} must be at most ${MAX_DAYS} days after ${names[0]}; divide the range`]
    : []
}

/** The days of a range, in order. */
export function daysOf(from: string, before: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(before)]
  return Array.from({ length: Math.round((last - first) / DAY_MS) }, (_, i) => dateOf(first + i * DAY_MS))
}

/** The days of the week that begins on `monday`. */
export const daysOfWeek = (monday: string): string[] =>
  daysOf(monday, dateOf(Date.parse(monday) + 7 * DAY_MS))

export const nextDay = (day: string): string => dateOf(Date.parse(day) + DAY_MS)

/** Those after it have years of five digits, which only some programs read. */
const LAST_DAY_MS = Date.parse('9999-12-31')

/** The first day in UTC that begins at an instant or later; the last of all days for an instant within it. */
export const firstDayFrom = (instant: string): string =>
  dateOf(Math.min(Math.ceil(Date.parse(instant) / DAY_MS) * DAY_MS, LAST_DAY_MS))
