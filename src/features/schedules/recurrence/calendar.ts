import type { Cron, LastDay, LastOfWeekday, NearestWeekday, NthOfWeekday } from './model.ts'

/** Dates of the Gregorian calendar without any time zone, and which of them a cron expression means. */

export const DAY_SECONDS = 86_400
export const DAY_MS = DAY_SECONDS * 1000

/** Days since 1970-01-01. `month` is 1–12. */
export const dayNumber = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / DAY_MS

export const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Sunday = 0. The first of January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/**
 * The days of one month that the day fields mean, as bits 1 to 31. A day that the month does not have (`31`,
 * `31W`, `L-30` or `2#5` in a short month) is no day: the expression passes over that month.
 */
export function daysMeant(cron: Cron, year: number, month: number): number {
  const length = daysInMonth(year, month)
  const all = (2 ** (length + 1) - 2) | 0
  const firstWeekday = weekdayOf(dayNumber(year, month, 1))
  const { daysOfMonth, daysOfWeek } = cron
  const byDate =
    daysOfMonth === undefined ? all : all & bits(daysOfMonth, (rule) => dateOf(rule, length, firstWeekday))
  if (daysOfWeek === undefined) return cron.eitherDay ? all : byDate
  const byWeekday = all & weekdayBits(daysOfWeek, length, firstWeekday)
  return cron.eitherDay ? byDate | byWeekday : byDate & byWeekday
}

function bits<Rule>(
  field: { readonly values: readonly number[]; readonly rules: readonly Rule[] },
  dateOfRule: (rule: Rule) => number,
): number {
  let mask = 0
  for (const value of field.values) mask |= 1 << value
  for (const rule of field.rules) {
    const date = dateOfRule(rule)
    if (date >= 1) mask |= 1 << date
  }
  return mask
}

function weekdayBits(field: NonNullable<Cron['daysOfWeek']>, length: number, firstWeekday: number): number {
  const firstDates = field.values.map((weekday) => 1 + ((weekday - firstWeekday + 7) % 7))
  let mask = bits({ values: firstDates, rules: field.rules }, (rule) =>
    dateInWeeks(rule, length, firstWeekday),
  )
  for (const first of firstDates) for (let date = first + 7; date <= length; date += 7) mask |= 1 << date
  return mask
}

/** 0 when the month has no such day. */
function dateOf(rule: LastDay | NearestWeekday, length: number, firstWeekday: number): number {
  const date = rule.kind === 'last-day' ? length - rule.daysBefore : rule.day
  if (date < 1 || date > length) return 0
  if (rule.kind === 'last-day' && !rule.weekday) return date
  const weekday = (firstWeekday + date - 1) % 7
  if (weekday === 6) return date === 1 ? 3 : date - 1
  if (weekday === 0) return date === length ? date - 2 : date + 1
  return date
}

/** 0 when the month has no such day. */
function dateInWeeks(rule: LastOfWeekday | NthOfWeekday, length: number, firstWeekday: number): number {
  const first = 1 + ((rule.weekday - firstWeekday + 7) % 7)
  if (rule.kind === 'last-of-weekday') return first + 7 * Math.floor((length - first) / 7)
  const date = first + 7 * (rule.nth - 1)
  return date <= length ? date : 0
}
