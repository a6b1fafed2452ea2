import { kindOf } from '../../../warehouses/type-kinds.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'

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

/** How days and moments are written; empty or AUTO for the usual forms. */
export interface MomentFormats {
  readonly dateFormat: string
  readonly timestampFormat: string
}

type Zones = Pick<Warehouse['parts'], 'isInstant' | 'isUtc'>

const formatOf = (kind: 'day' | 'moment', { dateFormat, timestampFormat }: MomentFormats): string =>
  kind === 'day' ? dateFormat : timestampFormat

/**
 * What every text of a column has to match that is taken as it is, by databases too; undefined for types that
 * are neither days nor moments, and altogether where texts are to be rewritten.
 */
export function writtenPatterns(
  types: readonly string[],
  formats: MomentFormats,
  isInstant: Zones['isInstant'],
): readonly (RegExp | undefined)[] | undefined {
  const patterns: (RegExp | undefined)[] = []
  for (const type of types) {
    const kind = kindOf(type)
    const isMoment = kind === 'day' || kind === 'moment'
    if (isMoment && (isInstant(type) || !isAuto(formatOf(kind, formats)))) return undefined
    // A month 00 no database takes.
    patterns.push(isMoment ? (kind === 'day' ? plainDay : plainMoment) : undefined)
  }
  return patterns
}

const plainDay = /\d{4}-\d\d-\d\d/
const plainMoment = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?/

/**
 * How the texts of a column of this type are read; undefined for types that are neither days nor moments.
 * Databases read other texts than these in ways of their own, so such texts are refused.
 */
export function momentReader(
  type: string,
  formats: MomentFormats,
  { isInstant, isUtc }: Zones,
): ReadMoment | undefined {
  const kind = kindOf(type)
  if (kind !== 'day' && kind !== 'moment') return undefined
  const format = formatOf(kind, formats)
  const isZoned = isInstant(type)
  const zone = isZoned ? 'kept' : isUtc(type) ? 'utc' : 'none'
  const patterns = isAuto(format) ? [isoMoment, usMoment, namedDay] : [patternOf(format)]
  const isWritten = kind === 'day' ? writtenDay : writtenMoment
  return (text) => {
    // Most are as they are to be; to take them apart would be a tenth of what a load costs the runner.
    if (isAuto(format) && !isZoned && isWritten.test(text)) return text
    for (const pattern of patterns) {
      const parts = pattern.exec(text.trim())?.groups
      if (parts !== undefined) return written(parts, kind, zone)
    }
    return undefined
  }
}

/**
 * What becomes of the zone of a text: databases that read none drop it, unless the moment is to be in UTC.
 */
type ZoneRule = 'kept' | 'utc' | 'none'

function written(parts: Parts, kind: 'day' | 'moment', rule: ZoneRule): string | undefined {
  const { year, shortYear, mon, meridiem } = parts
  const month = mon === undefined ? Number(parts['month']) : months.indexOf(mon.slice(0, 3).toLowerCase()) + 1
  const fullYear = year ?? `${Number(shortYear) < 70 ? '20' : '19'}${shortYear}`
  if (month === 0) return undefined
  const day = `${fullYear}-${padded(month)}-${padded(parts['day'] ?? '1')}`
  if (kind === 'day') return day
  const hour = meridiem === undefined ? Number(parts['hour'] ?? 0) : halfDay(Number(parts['hour']), meridiem)
  const fraction = parts['fraction'] === undefined ? '' : `.${parts['fraction'].replace('.', '')}`
  const time = `${padded(hour)}:${padded(parts['minute'] ?? 0)}:${padded(parts['second'] ?? 0)}${fraction}`
  const moment = `${day} ${time}`
  const { zone } = parts
  if (rule === 'kept') return `${moment}${zoneOf(zone)}`
  return rule === 'utc' && zone !== undefined && zone !== 'Z' ? inUtc(moment, zone) : moment
}

const SECONDS_LENGTH = '2024-01-31 10:45:30'.length

/** The same moment in UTC; undefined where no calendar or clock has it. */
function inUtc(moment: string, zone: string): string | undefined {
  const seconds = moment.slice(0, SECONDS_LENGTH)
  const local = new Date(`${seconds.replace(' ', 'T')}Z`)
  if (shown(local) !== seconds) return undefined
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const utc = shown(new Date(local.getTime() - offset * 60_000))
  return utc && `${utc}${moment.slice(SECONDS_LENGTH)}`
}

/** Without fractions of a second; undefined for years of other than four digits. */
const shown = (date: Date): string | undefined =>
  /^(\d{4}-\d\d-\d\d)T([\d:]{8})/
    .exec(Number.isNaN(date.getTime()) ? '' : date.toISOString())
    ?.slice(1)
    .join(' ')

const padded = (part: string | number): string => String(part).padStart(2, '0')
const halfDay = (hour: number, meridiem: string): number => (hour % 12) + (/^p/i.test(meridiem) ? 12 : 0)
/** A moment without a zone is one of UTC. */
const zoneOf = (zone: string | undefined): string => (zone === undefined || zone === 'Z' ? '+00:00' : zone)

interface FormatElement {
  readonly name: string
  /** What it stands for, a name of `Parts`; undefined for what is literally in the texts. */
  readonly part: string | undefined
  readonly pattern: string
}

const elements: readonly FormatElement[] = [
  { name: 'YYYY', part: 'year', pattern: '\\d{4}' },
  { name: 'YY', part: 'shortYear', pattern: '\\d{2}' },
  { name: 'MMMM', part: 'mon', pattern: '[A-Za-z]+' },
  { name: 'MON', part: 'mon', pattern: '[A-Za-z]{3}' },
  { name: 'MM', part: 'month', pattern: '\\d{1,2}' },
  { name: 'DD', part: 'day', pattern: '\\d{1,2}' },
  { name: 'HH24', part: 'hour', pattern: '\\d{1,2}' },
  { name: 'HH12', part: 'hour', pattern: '\\d{1,2}' },
  { name: 'HH', part: 'hour', pattern: '\\d{1,2}' },
  { name: 'MI', part: 'minute', pattern: '\\d{1,2}' },
  { name: 'SS', part: 'second', pattern: '\\d{1,2}' },
  { name: 'TZHTZM', part: 'zone', pattern: 'Z|[+-]\\d{4}' },
  { name: 'TZH:TZM', part: 'zone', pattern: 'Z|[+-]\\d{2}:\\d{2}' },
  { name: 'TZH', part: 'zone', pattern: 'Z|[+-]\\d{2}' },
  { name: 'AM', part: 'meridiem', pattern: '[AaPp][Mm]' },
  { name: 'PM', part: 'meridiem', pattern: '[AaPp][Mm]' },
]

/** Takes a format such as `DD/MM/YYYY HH24:MI:SS.FF3` apart. */
function elementsOf(format: string): readonly FormatElement[] {
  const found: FormatElement[] = []
  for (let at = 0; at < format.length; at += found.at(-1)!.name.length) {
    const element = elementAt(format, at)
    const before = found.findLast(({ part }) => part !== undefined)
    // Many write minutes as they do in other programs, MM or mm.
    found.push(element.name === 'MM' && before?.part === 'hour' ? { ...element, part: 'minute' } : element)
  }
  return found
}

function elementAt(format: string, at: number): FormatElement {
  const fraction = /^FF\d?/i.exec(format.slice(at))?.[0]
  if (fraction !== undefined) return { name: fraction, part: 'fraction', pattern: '\\d+' }
  const element = elements.find(({ name }) => format.slice(at, at + name.length).toUpperCase() === name)
  if (element !== undefined) return element
  const name = format[at]!
  const pattern = name === '"' ? '' : name.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  return { name, part: undefined, pattern }
}

/** What is wrong with a format: where a part is named twice, it is not known which of the two counts. */
export function formatFault(format: string): string | undefined {
  const parts = elementsOf(format).flatMap(({ part }) => part ?? [])
  const twice = isAuto(format) ? undefined : parts.find((part, index) => parts.indexOf(part) < index)
  return twice && `is "${format}", which names the ${twice} twice; minutes are MI, fractions of a second FF`
}

function patternOf(format: string): RegExp {
  const patterns = elementsOf(format).map(({ part, pattern }) =>
    part === undefined ? pattern : `(?<${part}>${pattern})`,
  )
  return new RegExp(`^${patterns.join('')}$`)
}
