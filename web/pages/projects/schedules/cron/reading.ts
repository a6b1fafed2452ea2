import { daysOfMonth, daysOfWeek } from './days.ts'
import { timesOfDay } from './times.ts'
import { type Dialect, type Field, fieldsOf, numbersOf, runsOf, Unreadable } from './values.ts'
import { listed, monthName, span } from './words.ts'

/**
 * A cron expression in plain words (decisions.md §7): six or seven fields are Quartz, five are Unix cron.
 * Undefined when it cannot be read; the server says why. E.g. `0 15 10 ? * 6#3` is
 * `At 10:15, on the third Friday of the month`.
 */
export function readCron(expression: string): string | undefined {
  const fields = expression.trim().toUpperCase().split(/\s+/)
  try {
    if (fields.length === 5) return sentence('unix', ['0', ...fields])
    return fields.length === 6 || fields.length === 7 ? sentence('quartz', fields) : undefined
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

type Seven = [string, string, string, string, string, string, string?]

function sentence(dialect: Dialect, fields: readonly string[]): string {
  const of = fieldsOf(dialect)
  const [second, minute, hour, dayOfMonth, month, dayOfWeek, year] = fields as Seven
  const times = timesOfDay(all(second, of.sixty), all(minute, of.sixty), all(hour, of.hour))
  const parts = [
    times,
    days(dialect, dayOfMonth, dayOfWeek, of) ?? (times.startsWith('Every') ? undefined : 'every day'),
    inSome(month, of.month, monthName, 'months'),
    year === undefined || year === '*' ? undefined : inSome(year, of.year, String, 'years'),
  ]
  return parts.filter((part) => part !== undefined).join(', ')
}

/** Every number of a field once, ascending. */
const all = (text: string, field: Field): number[] =>
  [...new Set(text.split(',').flatMap((part) => numbersOf(part, field)))].sort((a, b) => a - b)

function days(
  dialect: Dialect,
  dayOfMonth: string,
  dayOfWeek: string,
  of: ReturnType<typeof fieldsOf>,
): string | undefined {
  const month = daysOfMonth(dayOfMonth, dialect, of.dayOfMonth).words
  const week = daysOfWeek(dayOfWeek, dialect, of.dayOfWeek).words
  const isBoth = month !== undefined && week !== undefined
  if (dialect === 'quartz' && (isBoth || (dayOfMonth === '?' && dayOfWeek === '?')))
    throw new Unreadable(dayOfMonth)
  if (month === undefined || week === undefined) return month ?? week
  // Vixie cron: a day field that begins with a star does not count as one that names days.
  const isEither = !dayOfMonth.startsWith('*') && !dayOfWeek.startsWith('*')
  return isEither ? `${month} and also ${week}` : `${month}, but only ${week}`
}

function inSome(
  text: string,
  field: Field,
  word: (value: number) => string,
  unit: string,
): string | undefined {
  const runs = runsOf(all(text, field), field)
  if (runs === 'all') return undefined
  const [only] = runs
  if (runs.length === 1 && only!.by === 1 && only!.from !== only!.to) return `from ${span(only!, word)}`
  if (runs.length === 1 && only!.by > 1) {
    const end = only!.to + only!.by > field.most ? '' : ` to ${word(only!.to)}`
    return `every ${only!.by} ${unit} from ${word(only!.from)}${end}`
  }
  return `in ${listed(runs.map((run) => span(run, word)))}`
}
