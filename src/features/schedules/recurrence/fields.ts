import { type Dialect, FIRST_YEAR, LAST_YEAR } from './model.ts'

/** One field of a cron expression whose values are plain numbers, and how they may be written. */
export interface FieldRange {
  readonly label: string
  readonly least: number
  readonly most: number
  /** Three-letter names and the number of each. */
  readonly names?: readonly string[]
  /** Whether `22-2` goes around through the greatest value, as Quartz reads it. */
  readonly wraps: boolean
}

const monthNames = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const weekdayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

export interface FieldRanges {
  readonly seconds: FieldRange
  readonly minutes: FieldRange
  readonly hours: FieldRange
  readonly dayOfMonth: FieldRange
  readonly month: FieldRange
  readonly dayOfWeek: FieldRange
  readonly year: FieldRange
}

/**
 * What the fields may hold. Quartz counts the days of the week from Sunday = 1, Unix cron from Sunday = 0 or
 * 7.
 */
export function rangesOf(dialect: Dialect): FieldRanges {
  const wraps = dialect === 'quartz'
  return {
    seconds: { label: 'the seconds', least: 0, most: 59, wraps },
    minutes: { label: 'the minutes', least: 0, most: 59, wraps },
    hours: { label: 'the hours', least: 0, most: 23, wraps },
    dayOfMonth: { label: 'the day of the month', least: 1, most: 31, wraps },
    month: { label: 'the month', least: 1, most: 12, names: monthNames, wraps },
    dayOfWeek: {
      label: 'the day of the week',
      least: dialect === 'quartz' ? 1 : 0,
      most: 7,
      names: weekdayNames,
      wraps,
    },
    year: { label: 'the year', least: FIRST_YEAR, most: LAST_YEAR, wraps: false },
  }
}

/** A sentence about what is wrong with one part of an expression. */
export class FieldError extends Error {}

/** One number or name. Throws FieldError. */
export function readValue(text: string, field: FieldRange): number {
  const named = field.names?.indexOf(text) ?? -1
  if (named >= 0) return named + field.least
  if (!/^\d+$/.test(text)) throw new FieldError(`"${text}" is not a value for ${field.label}`)
  return between(Number(text), field, text)
}

function between(value: number, { label, least, most }: FieldRange, text: string): number {
  if (value >= least && value <= most) return value
  throw new FieldError(`"${text}" is out of range: ${label} must be ${least} to ${most}`)
}

const partForm = /^(\*|[A-Z0-9]+)?(?:-([A-Z0-9]+))?(?:(\/)([0-9]*))?$/

/**
 * The numbers of one part: `*`, `5`, `1-5`, `MON-FRI`, and each with a step (`/15` alone means from the least
 * value). Throws FieldError.
 */
export function readPart(part: string, field: FieldRange): readonly number[] {
  const [, first, last, slash, stepText] = partForm.exec(part) ?? []
  if ((first === undefined && slash === undefined) || (first === '*' && last !== undefined)) {
    throw new FieldError(`"${part}" is not a value for ${field.label}`)
  }
  const step = slash === undefined ? 1 : readStep(stepText ?? '', part, field)
  const all = first === undefined || first === '*'
  const from = all ? field.least : readValue(first, field)
  const to = last !== undefined ? readValue(last, field) : all || slash !== undefined ? field.most : from
  if (to < from && !field.wraps) {
    throw new FieldError(`"${part}" ends before it begins; write two ranges with a comma for ${field.label}`)
  }
  return walk(from, to, step, field)
}

function readStep(text: string, part: string, { label, least, most }: FieldRange): number {
  const step = Number(text)
  const span = label === 'the year' ? most - least : most
  if (text !== '' && step >= 1 && step <= span) return step
  throw new FieldError(`"${part}" needs a step from 1 to ${span} after the slash for ${label}`)
}

function walk(from: number, to: number, step: number, { least, most }: FieldRange): readonly number[] {
  const size = most - least + 1
  const end = to < from ? to + size : to
  const values: number[] = []
  for (let value = from; value <= end; value += step) values.push(value > most ? value - size : value)
  return values
}
