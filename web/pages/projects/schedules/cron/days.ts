import { type Dialect, type Field, numberOf, numbersOf, type Run, runsOf, Unreadable } from './values.ts'
import { listed, ordinal, span, weekdays } from './words.ts'

/** Which days a field names, in words; undefined for all of them. */
export interface Days {
  readonly words: string | undefined
}

/**
 * `on day 1 of the month`, `on the last day of the month`, `on the weekday nearest to day 15 of the month` …
 */
export function daysOfMonth(text: string, dialect: Dialect, field: Field): Days {
  if (text === '*' || (text === '?' && dialect === 'quartz')) return { words: undefined }
  const rules: string[] = []
  const numbers = text.split(',').flatMap((part) => {
    const rule = dialect === 'quartz' ? monthRule(part, field) : undefined
    if (rule === undefined) return numbersOf(part, field)
    rules.push(rule)
    return []
  })
  const runs = runsOf(numbers, field)
  if (runs === 'all') return { words: undefined }
  return { words: `on ${listed([...plainDays(runs, field), ...rules])} of the month` }
}

function plainDays(runs: readonly Run[], { most }: Field): string[] {
  if (runs.length === 0) return []
  const [only] = runs
  if (runs.length === 1 && only!.by > 1) {
    const end = only!.to + only!.by > most ? '' : ` to day ${only!.to}`
    return [`every ${only!.by} days from day ${only!.from}${end}`]
  }
  const isOne = runs.length === 1 && only!.from === only!.to
  return [`${isOne ? 'day' : 'days'} ${listed(runs.map((run) => span(run)))}`]
}

/** Monday to Friday. Spelled out, because "weekday" alone could mean any day of the week. */
const WORKING_DAY = 'weekday (Monday to Friday)'
const FURTHEST_FROM_LAST = 30

function monthRule(part: string, field: Field): string | undefined {
  const last = /^L(?:-(\d+))?(W)?$/.exec(part)
  if (last !== null) {
    const before = Number(last[1] ?? 0)
    if (before > FURTHEST_FROM_LAST) throw new Unreadable(part)
    if (before === 0) return last[2] === undefined ? 'the last day' : `the last ${WORKING_DAY}`
    const day = `${before} ${before === 1 ? 'day' : 'days'} before the last day`
    return last[2] === undefined ? `the day ${day}` : `the ${WORKING_DAY} nearest to ${day}`
  }
  const nearest = /^(\d+)W$/.exec(part)
  return nearest === null ? undefined : `the ${WORKING_DAY} nearest to day ${numberOf(nearest[1]!, field)}`
}

/**
 * `on Monday`, `from Monday to Friday`, `on the last Friday of the month`, `on the third Friday of the
 * month`.
 */
export function daysOfWeek(text: string, dialect: Dialect, field: Field): Days {
  if (text === '*' || (text === '?' && dialect === 'quartz')) return { words: undefined }
  const sunday = dialect === 'quartz' ? 1 : 0
  const rules: string[] = []
  const numbers = text.split(',').flatMap((part) => {
    const rule = dialect === 'quartz' ? weekRule(part, field) : undefined
    if (rule === undefined)
      return numbersOf(plainPart(part, dialect), field).map((value) => (value - sunday) % 7)
    rules.push(rule)
    return []
  })
  const runs = runsOf(fromMonday(numbers), week)
  if (runs === 'all') return { words: undefined }
  const isRange =
    rules.length === 0 && runs.length === 1 && runs[0]!.by === 1 && runs[0]!.from !== runs[0]!.to
  if (isRange) return { words: `from ${span(runs[0]!, nameOf)}` }
  const names = runs.flatMap(({ from, to, by }) =>
    by > 1 || from === to ? stepped(from, to, by).map(nameOf) : [`${nameOf(from)} to ${nameOf(to)}`],
  )
  return { words: `on ${listed([...names, ...rules.map((rule) => `the ${rule} of the month`)])}` }
}

/** Weeks begin on Monday to the eye: Monday 1 to Sunday 7, and Friday to Monday goes around. */
const week: Field = { least: 1, most: 7, wraps: true }
const fromMonday = (numbers: readonly number[]): number[] => numbers.map((value) => (value === 0 ? 7 : value))
const nameOf = (value: number): string => weekdays[value % 7]!
const stepped = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, at) => from + at * by)

/** `L` alone is Saturday in Quartz. In Unix cron an open end is Saturday: 7 would be Sunday once more. */
function plainPart(part: string, dialect: Dialect): string {
  if (dialect === 'quartz') return part === 'L' ? 'SAT' : part
  return part
    .replace(/^\*/, '0-6')
    .replace(/^([A-Z0-9]+)\//, '$1-6/')
    .replace(/-SUN(?=\/|$)/, '-7')
}

function weekRule(part: string, field: Field): string | undefined {
  const last = /^([A-Z]{3}|\d+)L$/.exec(part)
  if (last !== null) return `last ${weekdays[numberOf(last[1]!, field) - 1]}`
  const nth = /^([^#]+)#([^#]+)$/.exec(part)
  if (nth === null) return undefined
  if (!/^[1-5]$/.test(nth[2]!)) throw new Unreadable(part)
  return `${ordinal(Number(nth[2]))} ${weekdays[numberOf(nth[1]!, field) - 1]}`
}
