import { type Field, fieldsOf, type Run, runsOf } from './values.ts'
import { listed, span, two } from './words.ts'

type Runs = readonly Run[] | 'all'

const MOST_TIMES = 6
const { sixty, hour } = fieldsOf('quartz')

/** The part of a reading that says at what times of the day, beginning with a capital letter. */
export function timesOfDay(seconds: number[], minutes: number[], hours: number[]): string {
  const clock = clockTimes(seconds, minutes, hours)
  if (clock !== undefined) return `At ${listed(clock)}`
  if (seconds.length === 1 && minutes.length === 1) return hourly(seconds[0]!, minutes[0]!, hours)
  const runs = { seconds: runsOf(seconds, sixty), minutes: runsOf(minutes, sixty) }
  const within = inHours(runsOf(hours, hour))
  if (seconds.length === 1) {
    const second = seconds[0] === 0 ? '' : `, ${seconds[0]} ${noun(seconds[0]!, 'second')} into the minute`
    return `${frequency(runs.minutes, sixty, 'minute', 'hour')}${second}${within}`
  }
  const often = frequency(runs.seconds, sixty, 'second', 'minute')
  if (runs.minutes === 'all') return `${often}${within}`
  const [only] = runs.minutes
  const isOne = runs.minutes.length === 1 && only!.from === only!.to
  const which =
    !isOne && runs.minutes.length === 1 && only!.by > 1
      ? `in every ${only!.by}${suffix(only!.by)} minute from minute ${only!.from} to ${only!.to}`
      : `in ${isOne ? 'minute' : 'minutes'} ${listed(runs.minutes.map((run) => span(run)))}`
  return `${often} ${which} of the hour${within}`
}

const noun = (count: number, word: string): string => (count === 1 ? word : `${word}s`)
const suffix = (n: number): string =>
  /1[123]$/.test(String(n)) ? 'th' : (({ 1: 'st', 2: 'nd', 3: 'rd' } as const)[(n % 10) as 1 | 2 | 3] ?? 'th')

function clockTimes(seconds: number[], minutes: number[], hours: number[]): string[] | undefined {
  if (seconds.length * minutes.length * hours.length > MOST_TIMES) return undefined
  if (minutes.length * seconds.length === 1 && hours.length > 2 && isEven(runsOf(hours, hour)))
    return undefined
  return hours.flatMap((h) =>
    minutes.flatMap((m) =>
      seconds.map((s) => `${two(h)}:${two(m)}${seconds.length === 1 && s === 0 ? '' : `:${two(s)}`}`),
    ),
  )
}

const isEven = (runs: Runs): boolean => runs === 'all' || runs.some(({ from, to }) => from !== to)

/** One minute of several hours. */
function hourly(second: number, minute: number, hours: number[]): string {
  const runs = runsOf(hours, hour)
  const at = (h: number) => `${two(h)}:${two(minute)}${second === 0 ? '' : `:${two(second)}`}`
  if (runs === 'all') {
    if (minute === 0 && second === 0) return 'Every hour, on the hour'
    const past = second === 0 ? '' : ` and ${second} ${noun(second, 'second')}`
    return `Every hour, at ${minute} ${noun(minute, 'minute')}${past} past`
  }
  const [only] = runs
  if (runs.length === 1 && only!.by > 1) {
    const end = reaches(only!, hour) ? '' : ` to ${at(only!.to)}`
    return `Every ${only!.by} hours from ${at(only!.from)}${end}`
  }
  const spans = runs.map(({ from, to }) =>
    from === to ? `at ${at(from)}` : `every hour from ${at(from)} to ${at(to)}`,
  )
  const text = listed(spans)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Whether a run reaches the end of its field's range. */
const reaches = ({ to, by }: Run, { most }: Field): boolean => to + by > most

function frequency(runs: Runs, field: Field, unit: string, whole: string): string {
  if (runs === 'all') return `Every ${unit}`
  const [only, other] = runs
  const isHalf = runs.length === 2 && only!.to === 0 && other!.from * 2 === field.most + 1
  if (isHalf && other!.to === other!.from) return `Every ${other!.from} ${unit}s`
  if (runs.length === 1 && only!.by > 1) {
    const isRound = only!.from === 0 && (field.most + 1) % only!.by === 0 && reaches(only!, field)
    if (isRound) return `Every ${only!.by} ${unit}s`
    const end = reaches(only!, field) ? '' : ` to ${only!.to}`
    return `Every ${only!.by} ${unit}s from ${unit} ${only!.from}${end} of the ${whole}`
  }
  if (runs.length === 1 && only!.from !== only!.to)
    return `Every ${unit} from ${unit} ${only!.from} to ${only!.to} of the ${whole}`
  return `At ${unit}s ${listed(runs.map((run) => span(run)))} of the ${whole}`
}

function inHours(runs: Runs): string {
  if (runs === 'all') return ''
  const [only] = runs
  if (runs.length === 1 && only!.by > 1) {
    const end = reaches(only!, hour) ? '' : ` to ${two(only!.to)}:59`
    return `, in every ${only!.by}${suffix(only!.by)} hour from ${two(only!.from)}:00${end}`
  }
  return `, from ${listed(runs.map(({ from, to }) => `${two(from)}:00 to ${two(to)}:59`))}`
}
