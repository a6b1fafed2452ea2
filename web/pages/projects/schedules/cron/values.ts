/** The numbers that one field of a cron expression may hold, and the names that some of them have. */
export interface Field {
  readonly least: number
  readonly most: number
  readonly names?: readonly string[]
  /** Whether `22-2` goes around through the greatest value, as Quartz reads it. */
  readonly wraps: boolean
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

export type Dialect = 'quartz' | 'unix'

/** Quartz counts the days of the week from Sunday = 1, Unix cron from Sunday = 0 or 7. */
export function fieldsOf(dialect: Dialect) {
  const wraps = dialect === 'quartz'
  return {
    sixty: { least: 0, most: 59, wraps },
    hour: { least: 0, most: 23, wraps },
    dayOfMonth: { least: 1, most: 31, wraps },
    month: { least: 1, most: 12, names: MONTHS, wraps },
    dayOfWeek: { least: wraps ? 1 : 0, most: 7, names: WEEKDAYS, wraps },
    year: { least: 1970, most: 2199, wraps: false },
  } as const
}

/** An expression that cannot be parsed here. The server reports what is wrong with it. */
export class Unreadable extends Error {}

/** One number or name. Throws Unreadable. */
export function numberOf(text: string, { least, most, names }: Field): number {
  const named = names?.indexOf(text) ?? -1
  const value = named >= 0 ? named + least : /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most)) throw new Unreadable(text)
  return value
}

const partForm = /^(\*|[A-Z0-9]+)?(?:-([A-Z0-9]+))?(?:\/(\d+))?$/

/** The numbers of `*`, `5`, `1-5`, `MON-FRI`, `22-2`, and each with a step. Throws Unreadable. */
export function numbersOf(part: string, field: Field): number[] {
  const [whole, first, last, step] = partForm.exec(part) ?? []
  if (!whole || (first === undefined && step === undefined) || (first === '*' && last !== undefined))
    throw new Unreadable(part)
  const from = first === undefined || first === '*' ? field.least : numberOf(first, field)
  const isOpen = first === undefined || first === '*' || step !== undefined
  const to = last !== undefined ? numberOf(last, field) : isOpen ? field.most : from
  const by = stepOf(step, field)
  if (to < from && !field.wraps) throw new Unreadable(part)
  const size = field.most - field.least + 1
  const count = Math.floor(((to < from ? to + size : to) - from) / by) + 1
  return Array.from({ length: count }, (_, at) => {
    const value = from + at * by
    return value > field.most ? value - size : value
  })
}

function stepOf(text: string | undefined, { least, most }: Field): number {
  if (text === undefined) return 1
  const by = Number(text)
  if (by < 1 || by > (least > 1000 ? most - least : most)) throw new Unreadable(text)
  return by
}

/** Numbers at an even distance: `by` is 1 for a range. A single number is a run of its own. */
export interface Run {
  readonly from: number
  readonly to: number
  readonly by: number
}

/** The fewest words for a set of numbers: everything, one even run, or ranges and single numbers. */
export function runsOf(numbers: readonly number[], { least, most, wraps }: Field): readonly Run[] | 'all' {
  if (numbers.length === 0) return []
  const values = [...new Set(numbers)].sort((a, b) => a - b)
  if (values.length === most - least + 1) return 'all'
  const even = values.length > 2 ? evenly(values) : undefined
  if (even !== undefined) return [even]
  return apart(around(ranges(values), { least, most, wraps }), most - least + 1)
}

/** A range that ends with the greatest number and one that begins with the least are one that goes around. */
function around(runs: readonly Run[], { least, most, wraps }: Field): readonly Run[] {
  const [head, tail] = [runs[0], runs.at(-1)]
  if (!wraps || runs.length < 2 || head?.from !== least || tail?.to !== most) return runs
  return [...runs.slice(1, -1), { from: tail.from, to: head.to, by: 1 }]
}

function evenly(values: readonly number[]): Run | undefined {
  const by = values[1]! - values[0]!
  const isEven = values.every((value, at) => at === 0 || value - values[at - 1]! === by)
  return isEven ? { from: values[0]!, to: values.at(-1)!, by } : undefined
}

function ranges(values: readonly number[]): Run[] {
  const runs: { from: number; to: number; by: 1 }[] = []
  for (const value of values) {
    const last = runs.at(-1)
    if (last?.to === value - 1) last.to = value
    else runs.push({ from: value, to: value, by: 1 })
  }
  return runs
}

/** Two neighbours read better as a list than as a range: 5 and 6, not 5 to 6. */
const apart = (runs: readonly Run[], size: number): Run[] =>
  runs.flatMap(({ from, to, by }) =>
    (to - from + size) % size === 1
      ? [from, to].map((one) => ({ from: one, to: one, by }))
      : [{ from, to, by }],
  )
