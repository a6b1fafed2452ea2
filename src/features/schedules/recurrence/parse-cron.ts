import { FieldError, type FieldRange, rangesOf, readPart, readValue } from './fields.ts'
import type {
  Cron,
  DaysOfMonth,
  DaysOfWeek,
  Dialect,
  LastDay,
  LastOfWeekday,
  NearestWeekday,
  NthOfWeekday,
} from './model.ts'

export interface ParsedCron {
  readonly cron: Cron | undefined
  /** One sentence per violation, without a full stop. Empty exactly when there is a `cron`. */
  readonly violations: readonly string[]
}

/** Longer expressions say nothing that a short one could not. */
const MAX_LENGTH = 1_000

/**
 * Reads a cron expression (decisions.md §7): six or seven fields are Quartz (seconds first, the year
 * optional), five are Unix cron. All violations are listed. Letters count alike in any case.
 */
export function parseCron(text: string): ParsedCron {
  if (text.length > MAX_LENGTH) return refused([`The expression is longer than ${MAX_LENGTH} characters`])
  const fields = text.trim().toUpperCase().split(/\s+/).filter(Boolean)
  if (fields.length < 5 || fields.length > 7) {
    return refused([
      `The expression has ${fields.length} fields: Quartz has 6 or 7 (seconds first), Unix cron has 5`,
    ])
  }
  return fields.length === 5 ? readFields(text, 'unix', ['0', ...fields]) : readFields(text, 'quartz', fields)
}

const refused = (violations: readonly string[]): ParsedCron => ({ cron: undefined, violations })

function readFields(text: string, dialect: Dialect, fields: readonly string[]): ParsedCron {
  const ranges = rangesOf(dialect)
  const violations: string[] = []
  const [second, minute, hour, dayOfMonth, month, dayOfWeek, year] = fields as [
    string,
    string,
    string,
    string,
    string,
    string,
    string?,
  ]
  const numbers = (field: string, range: FieldRange) =>
    parts(field, (part) => readPart(part, range), violations).flat()
  const seconds = ascending(numbers(second, ranges.seconds))
  const minutes = ascending(numbers(minute, ranges.minutes))
  const hours = ascending(numbers(hour, ranges.hours))
  const daysOfMonth = readDaysOfMonth(dayOfMonth, dialect, ranges.dayOfMonth, violations)
  const months = ascending(numbers(month, ranges.month))
  const daysOfWeek = readDaysOfWeek(dayOfWeek, dialect, ranges.dayOfWeek, violations)
  const years = year === undefined || year === '*' ? undefined : ascending(numbers(year, ranges.year))
  if (dialect === 'quartz') violations.push(...dayViolations(dayOfMonth, dayOfWeek, daysOfMonth, daysOfWeek))
  if (violations.length > 0) return refused(violations)
  // Vixie cron: a day field that begins with a star does not count as one that names days.
  const eitherDay = dialect === 'unix' && !dayOfMonth.startsWith('*') && !dayOfWeek.startsWith('*')
  const cron = { text, dialect, seconds, minutes, hours, months, years, daysOfMonth, daysOfWeek, eitherDay }
  return { cron, violations }
}

function dayViolations(
  dayOfMonth: string,
  dayOfWeek: string,
  daysOfMonth: DaysOfMonth | undefined,
  daysOfWeek: DaysOfWeek | undefined,
): readonly string[] {
  if (dayOfMonth === '?' && dayOfWeek === '?') {
    return ['"?" can stand for the day of the month or for the day of the week, not for both']
  }
  if (daysOfMonth === undefined || daysOfWeek === undefined) return []
  return ['The day of the month and the day of the week cannot both name days; write "?" for one of them']
}

/** Reads each part between commas, collecting the violations of all. */
function parts<Value>(field: string, read: (part: string) => Value, violations: string[]): Value[] {
  return field.split(',').flatMap((part) => {
    try {
      return [read(part)]
    } catch (error) {
      if (!(error instanceof FieldError)) throw error
      violations.push(error.message)
      return []
    }
  })
}

const ascending = (values: readonly number[]): readonly number[] => [...new Set(values)].sort((a, b) => a - b)

const isRule = <Rule>(part: Rule | readonly number[]): part is Rule => !Array.isArray(part)

function readDaysOfMonth(
  field: string,
  dialect: Dialect,
  range: FieldRange,
  violations: string[],
): DaysOfMonth | undefined {
  if (field === '*' || (field === '?' && dialect === 'quartz')) return undefined
  const read = (part: string) =>
    (dialect === 'quartz' ? monthRule(part, range) : undefined) ?? readPart(part, range)
  const all = parts<LastDay | NearestWeekday | readonly number[]>(field, read, violations)
  const rules = all.filter((part): part is LastDay | NearestWeekday => isRule(part))
  const values = ascending(all.filter((part): part is readonly number[] => !isRule(part)).flat())
  return rules.length === 0 && values.length === 31 ? undefined : { values, rules }
}

/** `L`, `L-3`, `LW`, `L-3W` and `15W`; undefined for anything else. */
function monthRule(part: string, range: FieldRange): LastDay | NearestWeekday | undefined {
  const last = /^L(?:-(\d+))?(W)?$/.exec(part)
  if (last !== null) {
    const daysBefore = Number(last[1] ?? 0)
    if (daysBefore > 30) throw new FieldError(`"${part}" goes back too far: the earliest is L-30`)
    return { kind: 'last-day', daysBefore, weekday: last[2] !== undefined }
  }
  const nearest = /^(\d+)W$/.exec(part)
  return nearest === null ? undefined : { kind: 'nearest-weekday', day: readValue(nearest[1]!, range) }
}

function readDaysOfWeek(
  field: string,
  dialect: Dialect,
  range: FieldRange,
  violations: string[],
): DaysOfWeek | undefined {
  if (field === '*' || (field === '?' && dialect === 'quartz')) return undefined
  const sunday = dialect === 'quartz' ? 1 : 0
  const weekday = (value: number) => (value - sunday) % 7
  const rule = (part: string) => (dialect === 'quartz' ? weekRule(part, range, weekday) : undefined)
  const read = (part: string) => rule(part) ?? readPart(weekPart(part, dialect), range).map(weekday)
  const all = parts<LastOfWeekday | NthOfWeekday | readonly number[]>(field, read, violations)
  const rules = all.filter((part): part is LastOfWeekday | NthOfWeekday => isRule(part))
  const values = ascending(all.filter((part): part is readonly number[] => !isRule(part)).flat())
  return rules.length === 0 && values.length === 7 ? undefined : { values, rules }
}

/** `L` alone is Saturday in Quartz. In Unix cron an open end is Saturday, 6: 7 would be Sunday once more. */
function weekPart(part: string, dialect: Dialect): string {
  if (dialect === 'quartz') return part === 'L' ? 'SAT' : part
  return part
    .replace(/^\*/, '0-6')
    .replace(/^([A-Z0-9]+)\//, '$1-6/')
    .replace(/-SUN(?=\/|$)/, '-7')
}

/** `6L` and `6#3`, by number or name; undefined for anything else. */
function weekRule(
  part: string,
  range: FieldRange,
  weekday: (value: number) => number,
): LastOfWeekday | NthOfWeekday | undefined {
  const last = /^([A-Z]{3}|\d+)L$/.exec(part)
  if (last !== null) return { kind: 'last-of-weekday', weekday: weekday(readValue(last[1]!, range)) }
  const nth = /^([^#]+)#([^#]+)$/.exec(part)
  if (nth === null) return undefined
  if (!/^[1-5]$/.test(nth[2]!)) throw new FieldError(`"${part}" needs a number from 1 to 5 after "#"`)
  return { kind: 'nth-of-weekday', weekday: weekday(readValue(nth[1]!, range)), nth: Number(nth[2]) }
}
