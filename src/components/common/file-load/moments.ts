import { kindOf } from '../../../warehouses/type-kinds.ts'

/** Rewrites the text of a day or a moment as ISO 8601; undefined when it has not the expected form. */
export type ReadMoment = (text: string) => string | undefined

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const isAuto = (format: string): boolean => format === '' || /^auto$/i.test(format)

interface Parts {
  readonly [part: string]: string | undefined
}

const isoMoment =
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:[T ]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<fraction>\.\d+)?)?\s*(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?$/
const usMoment =
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?:\s+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<fraction>\.\d+)?)?)?$/
const namedDay = /^(?<day>\d{1,2})-(?<mon>[A-Za-z]{3})-(?<year>\d{4})$/
/** What `written` makes of a moment without a zone. */
const writtenDay = /^\d{4}-(?!00)\d\d-\d\d$/
const writtenMoment = /^\d{4}-(?!00)\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/

/**
 * What every text of a column has to match that is taken as it is, by databases too; undefined for types that are neither days
 * nor moments, and altogether where texts are to be rewritten.
 */
export function writtenPatterns(
  types: readonly string[],
  formats: { readonly dateFormat: string; readonly timestampFormat: string },
): readonly (RegExp | undefined)[] | undefined {
  const patterns: (RegExp | undefined)[] = []
  for (const type of types) {
    const kind = kindOf(type)
    const isMoment = kind === 'day' || kind === 'moment'
    if (isMoment && (hasZone(type) || !isAuto(kind === 'day' ? formats.dateFormat : formats.timestampFormat)))
      return undefined
    // A month 00 no database takes.
    patterns.push(isMoment ? (kind === 'day' ? plainDay : plainMoment) : undefined)
  }
  return patterns
}

const plainDay = /\d{4}-\d\d-\d\d/
const plainMoment = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?/
const hasZone = (type: string): boolean => /with time zone|tz/i.test(type)

/**
 * How the texts of a column of this type are read; undefined for types that are neither days nor moments. Databases read
 * other texts than these in ways of their own, so such texts are refused.
 */
export function momentReader(type: string, format: string): ReadMoment | undefined {
  const kind = kindOf(type)
  if (kind !== 'day' && kind !== 'moment') return undefined
  const isZoned = hasZone(type)
  const patterns = isAuto(format) ? [isoMoment, usMoment, namedDay] : [patternOf(format)]
  const isWritten = kind === 'day' ? writtenDay : writtenMoment
  return (text) => {
    // Most are as they are to be; to take them apart would be a tenth of what a load costs the runner.
    if (isAuto(format) && !isZoned && isWritten.test(text)) return text
    for (const pattern of patterns) {
      const parts = pattern.exec(text.trim())?.groups
      if (parts !== undefined) return written(parts, kind, isZoned)
    }
    return undefined
  }
}

function written(parts: Parts, kind: 'day' | 'moment', hasZone: boolean): string | undefined {
  const { year, shortYear, mon, meridiem } = parts
  const month = mon === undefined ? Number(parts['month']) : months.indexOf(mon.slice(0, 3).toLowerCase()) + 1
  const fullYear = year ?? `${Number(shortYear) < 70 ? '20' : '19'}${shortYear}`
  if (month === 0) return undefined
  const day = `${fullYear}-${padded(month)}-${padded(parts['day'] ?? '1')}`
  if (kind === 'day') return day
  const hour = meridiem === undefined ? Number(parts['hour'] ?? 0) : halfDay(Number(parts['hour']), meridiem)
  const fraction = parts['fraction'] === undefined ? '' : `.${parts['fraction'].replace('.', '')}`
  const time = `${padded(hour)}:${padded(parts['minute'] ?? 0)}:${padded(parts['second'] ?? 0)}${fraction}`
  return `${day} ${time}${hasZone ? zoneOf(parts['zone']) : ''}`
}

const padded = (part: string | number): string => String(part).padStart(2, '0')
const halfDay = (hour: number, meridiem: string): number => (hour % 12) + (/^p/i.test(meridiem) ? 12 : 0)
/** A moment without a zone is one of UTC. */
const zoneOf = (zone: string | undefined): string => (zone === undefined || zone === 'Z' ? '+00:00' : zone)

const elements: readonly (readonly [string, string])[] = [
  ['YYYY', '(?<year>\\d{4})'],
  ['YY', '(?<shortYear>\\d{2})'],
  ['MMMM', '(?<mon>[A-Za-z]+)'],
  ['MON', '(?<mon>[A-Za-z]{3})'],
  ['MM', '(?<month>\\d{1,2})'],
  ['DD', '(?<day>\\d{1,2})'],
  ['HH24', '(?<hour>\\d{1,2})'],
  ['HH12', '(?<hour>\\d{1,2})'],
  ['HH', '(?<hour>\\d{1,2})'],
  ['MI', '(?<minute>\\d{1,2})'],
  ['SS', '(?<second>\\d{1,2})'],
  ['TZHTZM', '(?<zone>Z|[+-]\\d{4})'],
  ['TZH:TZM', '(?<zone>Z|[+-]\\d{2}:\\d{2})'],
  ['TZH', '(?<zone>Z|[+-]\\d{2})'],
  ['AM', '(?<meridiem>[AaPp][Mm])'],
  ['PM', '(?<meridiem>[AaPp][Mm])'],
]

/** Reads a format such as `DD/MM/YYYY HH24:MI:SS.FF3`. */
function patternOf(format: string): RegExp {
  let pattern = ''
  const taken = new Set<string>()
  for (let at = 0; at < format.length; ) {
    const fraction = /^FF\d?/i.exec(format.slice(at))?.[0]
    const element = elements.find(([name]) => format.slice(at, at + name.length).toUpperCase() === name)
    const [name, part] = fraction === undefined ? (element ?? []) : [fraction, '(?<fraction>\\d+)']
    if (name === undefined || part === undefined) {
      const literal = format[at] === '"' ? '' : format[at]!.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
      pattern += literal
      at++
      continue
    }
    // A part that is named twice is read once: a pattern may have a name only once.
    const group = /^\(\?<(\w+)>/.exec(part)?.[1] ?? ''
    pattern += taken.has(group) ? part.replace(/^\(\?<\w+>/, '(?:') : part
    taken.add(group)
    at += name.length
  }
  return new RegExp(`^${pattern}$`)
}
