/**
 * When a schedule is due, as plain data: no clock, no zone tables, nothing that cannot be compared or stored.
 */

export type Dialect = 'quartz' | 'unix'

/**
 * The last day of the month, `daysBefore` days earlier; `weekday` moves it to the nearest Monday to Friday.
 */
export interface LastDay {
  readonly kind: 'last-day'
  readonly daysBefore: number
  readonly weekday: boolean
}
/** The Monday to Friday nearest to `day`, never in another month (Quartz `15W`). */
export interface NearestWeekday {
  readonly kind: 'nearest-weekday'
  readonly day: number
}
/** The last such day of the week in the month (Quartz `6L`). */
export interface LastOfWeekday {
  readonly kind: 'last-of-weekday'
  readonly weekday: number
}
/** The `nth` such day of the week in the month, 1–5 (Quartz `6#3`). */
export interface NthOfWeekday {
  readonly kind: 'nth-of-weekday'
  readonly weekday: number
  readonly nth: number
}

/** Days of the month: fixed ones in `values` (1–31), those that depend on the month in `rules`. */
export interface DaysOfMonth {
  readonly values: readonly number[]
  readonly rules: readonly (LastDay | NearestWeekday)[]
}
/** Days of the week, Sunday = 0 in either dialect. */
export interface DaysOfWeek {
  readonly values: readonly number[]
  readonly rules: readonly (LastOfWeekday | NthOfWeekday)[]
}

/** A cron expression, read. Every list is ascending, without repeats and never empty. */
export interface Cron {
  /** The expression as it was written. */
  readonly text: string
  readonly dialect: Dialect
  readonly seconds: readonly number[]
  readonly minutes: readonly number[]
  readonly hours: readonly number[]
  /** 1–12 */
  readonly months: readonly number[]
  /** undefined: every year */
  readonly years: readonly number[] | undefined
  /** undefined: every day of the month */
  readonly daysOfMonth: DaysOfMonth | undefined
  /** undefined: every day of the week */
  readonly daysOfWeek: DaysOfWeek | undefined
  /** Both day fields restrict and a day that meets either is meant (Unix cron). */
  readonly eitherDay: boolean
}

export type IntervalUnit = 'MINUTES' | 'HOURS' | 'DAYS' | 'WEEKS'

export interface Interval {
  readonly interval: number
  readonly unit: IntervalUnit
}

interface Timing {
  /** IANA name as the client wrote it, known to be valid. */
  readonly timeZone: string
  /** Nothing fires before it; the grid of an interval starts at it. */
  readonly effectiveFrom: Date
}
export interface CronRecurrence extends Timing {
  readonly kind: 'cron'
  readonly cron: Cron
}
export interface IntervalRecurrence extends Timing, Interval {
  readonly kind: 'interval'
}
export type Recurrence = CronRecurrence | IntervalRecurrence

/** The years a schedule can fire in: what Quartz allows in its year field. */
export const FIRST_YEAR = 1970
export const LAST_YEAR = 2199
