/** A due time as a schedule's zone shows it, with what daylight saving does to it. */
export interface Fire {
  readonly at: string
  /** E.g. `Sun 28 Mar 2027, 03:00:00 GMT+2`. */
  readonly wall: string
  readonly notes: readonly string[]
}

const HOUR_MS = 3_600_000
const SEARCH_MS = 3 * HOUR_MS

/**
 * Due times on the wall of `timeZone`, each with what daylight saving does around it: clocks that changed
 * since the one before, a first instant after a gap, a time of day that exists twice (decisions.md §7).
 */
export function firesOnTheWall(fireTimes: readonly string[], timeZone: string): readonly Fire[] {
  const zone = zoneOf(timeZone)
  return fireTimes.map((at, index) => {
    const instant = Date.parse(at)
    const before = index === 0 ? undefined : Date.parse(fireTimes[index - 1]!)
    return { at, wall: zone.show(instant), notes: notesOf(zone, instant, before) }
  })
}

/**
 * Shows instants on the wall of a zone, with its offset; of one that this browser does not know, on that of
 * UTC.
 */
export function wallOf(timeZone: string): (instant: string) => string {
  const { show } = zoneOf(isZone(timeZone) ? timeZone : 'UTC')
  return (instant) => show(Date.parse(instant))
}

type Zone = ReturnType<typeof zoneOf>

function notesOf(zone: Zone, instant: number, before: number | undefined): string[] {
  const notes: string[] = []
  const offset = zone.offset(instant)
  const sinceLast = before === undefined ? 0 : offset - zone.offset(before)
  if (sinceLast !== 0) {
    const way = sinceLast > 0 ? 'forward' : 'back'
    notes.push(
      `The clocks go ${way} by ${lengthOf(Math.abs(sinceLast))} between this run and the one before.`,
    )
  }
  if (zone.offset(instant - 1) < offset)
    notes.push('The first instant after the gap: a time that is skipped on this day runs now.')
  const twice = repeated(zone, instant)
  if (twice !== undefined) notes.push(twice)
  return notes
}

/** Whether the clock shows this time twice on its day, because it goes back shortly before or after. */
function repeated(zone: Zone, instant: number): string | undefined {
  const offset = zone.offset(instant)
  const [earlier, later] = [zone.offset(instant - SEARCH_MS), zone.offset(instant + SEARCH_MS)]
  const again = instant + offset - later
  if (later < offset && zone.offset(again) === later)
    return 'This time occurs twice on this day; this is the first.'
  const first = instant - (earlier - offset)
  if (earlier > offset && zone.offset(first) === earlier)
    return 'This time occurs twice on this day; this is the second.'
  return undefined
}

function lengthOf(milliseconds: number): string {
  const minutes = milliseconds / 60_000
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}

const parts = {
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

function zoneOf(timeZone: string) {
  const numeric = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone, month: '2-digit', day: '2-digit' })
  const shown = new Intl.DateTimeFormat('en-GB', {
    ...parts,
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZoneName: 'shortOffset',
  })
  /** Milliseconds that the wall is ahead of UTC. */
  function offset(instant: number): number {
    const of = Object.fromEntries(
      numeric.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    )
    const wall = Date.UTC(
      of['year']!,
      of['month']! - 1,
      of['day']!,
      of['hour']!,
      of['minute']!,
      of['second']!,
    )
    return wall - Math.floor(instant / 1000) * 1000
  }
  return { offset, show: (instant: number) => shown.format(instant) }
}

/** Whether this browser knows the zone; the server knows every IANA name. */
export function isZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }))
  } catch {
    return false
  }
}
