import { type Command, InvalidArgumentError } from 'commander'
import { Failure } from '../../client/failure.ts'
import { firstInstantOf, zoneNamed } from '../../lib/time-zone.ts'

/** Examples below a command's help, each one line: the command and why. */
export const examples = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`

/** Adds `--json`, which every command that shows something has. */
export const withJson = (command: Command): Command => command.option('--json', 'print JSON')

/** A whole number of at least 1, for commander. */
export function positive(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number of at least 1.')
}

/** One of these words in upper or lower case, as the API spells it, for commander. */
export const oneOf =
  <T extends string>(words: readonly T[]) =>
  (text: string): T => {
    const found = words.find((word) => word.toLowerCase() === text.toLowerCase())
    if (found !== undefined) return found
    throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.`)
  }

// Of 30 February JavaScript makes 2 March.
const isRealDay = (text: string): boolean =>
  new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10))

/** A day such as 2026-01-31, for commander. */
export function day(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && isRealDay(text)) return text
  throw new InvalidArgumentError('Expected a date such as 2026-01-31.')
}

const iso = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i
const isDate = (text: string): boolean => text.length === '2026-01-31'.length

/** A date as it is, or an instant in UTC, for commander: `instantIn` makes an instant of both. */
export function dateOrInstant(text: string): string {
  const at = iso.test(text) && isRealDay(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN
  if (Number.isNaN(at))
    throw new InvalidArgumentError('Expected a date or time such as 2025-03-01 or 2025-03-01T08:00:00Z.')
  return isDate(text) ? text : new Date(at).toISOString()
}

/**
 * A date or time, sent as ISO 8601 in UTC, for commander. Without an offset it is local time, as all that is
 * shown.
 */
export const instant = (text: string): string => instantIn(undefined, dateOrInstant(text))

/**
 * The instant that `dateOrInstant` read: a date is its midnight in this time zone, without one that of this
 * machine.
 */
export function instantIn(zoneName: string | undefined, text: string): string {
  if (!isDate(text)) return text
  if (zoneName === undefined) return new Date(`${text}T00:00`).toISOString()
  const zone = zoneNamed(zoneName)
  if (zone === undefined) throw new Failure(`The time zone ${zoneName} is unknown.`)
  return new Date(firstInstantOf(zone, Date.parse(text))).toISOString()
}

/** For options that may be given again: all values in order. */
export const collect = (text: string, before: readonly string[] = []): string[] => [...before, text]
