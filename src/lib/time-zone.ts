/**
 * Time zones from the tables inside the JavaScript engine (`Intl`). Asking `Intl` costs a microsecond or two,
 * so each zone remembers its offsets in blocks of 512 days, found the first time one is needed. The memory is
 * bounded by the zones that exist and the years that are asked for; it is never stale, since the tables
 * change only with the engine.
 */

/**
 * A stretch of time with one offset, in epoch milliseconds, `to` excluded. A neighbour may have the same
 * offset.
 */
export interface Span {
  readonly from: number
  readonly to: number
  /** Wall clock minus UTC, in milliseconds. */
  readonly offset: number
}

export interface Zone {
  spanAt(instant: number): Span
}

const HOUR_MS = 3_600_000
/** No offset was ever further from UTC than 15:56:08, and no clock was ever set back by more than a day. */
const WIDEST_OFFSET_MS = 16 * HOUR_MS
const LONGEST_REPEAT_MS = 27 * HOUR_MS
/** Since 1970 no zone changed twice within 7 days, so samples this far apart see every change. */
const SAMPLE_MS = 96 * HOUR_MS
const BLOCK_MS = 128 * SAMPLE_MS

const zonesByName = new Map<string, Zone>()

/**
 * The zone of an IANA name in any case, aliases such as `US/Eastern` included; undefined when it is unknown.
 * A bare offset such as `+05:30` is not an IANA name.
 */
export function zoneNamed(name: string): Zone | undefined {
  const known = zonesByName.get(name)
  if (known !== undefined) return known
  const canonical = canonicalName(name)
  if (canonical === undefined) return undefined
  const zone = zonesByName.get(canonical) ?? createZone(canonical)
  zonesByName.set(canonical, zone)
  // Lower case only, so that the spellings a client can think of do not add up.
  if (name === name.toLowerCase() || zonesByName.size < 4096) zonesByName.set(name, zone)
  return zone
}

function canonicalName(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    year: 'numeric',
    timeZoneName: 'longOffset',
  })
  const blocks = new Map<number, readonly Span[]>()
  let last: Span = { from: 0, to: 0, offset: 0 }

  function spanAt(instant: number): Span {
    if (instant >= last.from && instant < last.to) return last
    const index = Math.floor(instant / BLOCK_MS)
    let spans = blocks.get(index)
    if (spans === undefined) {
      spans = spansOf(index * BLOCK_MS, (at) => offsetFrom(format.format(at)))
      blocks.set(index, spans)
    }
    last = spans.find(({ to }) => instant < to)!
    return last
  }

  return { spanAt }
}

/** Reads `2026, GMT+05:30`, `2026, GMT` and, for local mean times, `1883, GMT-04:56:02`. */
function offsetFrom(text: string): number {
  const [, sign, hours, minutes, seconds] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? []
  if (sign === undefined) return 0
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds ?? 0) * 1000
  return sign === '-' ? -size : size
}

function spansOf(start: number, offsetAt: (instant: number) => number): readonly Span[] {
  const spans: Span[] = []
  let from = start
  let offset = offsetAt(start)
  for (let at = start; at < start + BLOCK_MS; at += SAMPLE_MS) {
    const later = offsetAt(at + SAMPLE_MS)
    if (later === offset) continue
    const change = changeBetween(at, at + SAMPLE_MS, offset, offsetAt)
    spans.push({ from, to: change, offset })
    from = change
    offset = later
  }
  if (from < start + BLOCK_MS) spans.push({ from, to: start + BLOCK_MS, offset })
  return spans
}

/** The first whole second after `low` and up to `high` at which the offset is no longer `offset`. */
function changeBetween(
  low: number,
  high: number,
  offset: number,
  offsetAt: (instant: number) => number,
): number {
  let before = low / 1000
  let after = high / 1000
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle * 1000) === offset) before = middle
    else after = middle
  }
  return after * 1000
}

/** What the clock on the wall shows, as milliseconds since 1970-01-01T00:00 of that clock. */
export const wallOf = (zone: Zone, instant: number): number => instant + zone.spanAt(instant).offset

/**
 * The first instant at which the clock on the wall shows `wall` or has passed it. This one sentence is the
 * rule for daylight saving (decisions.md §7): a time that does not exist is the first instant after the gap,
 * a time that exists twice is its first occurrence. The result never decreases while `wall` grows.
 */
export function firstInstantOf(zone: Zone, wall: number): number {
  let span = zone.spanAt(wall - WIDEST_OFFSET_MS)
  while (wall - span.offset >= span.to) span = zone.spanAt(span.to)
  return Math.max(wall - span.offset, span.from)
}

/**
 * The first wall time that the clock has not shown or passed by `instant`, `instant` included: the inverse of
 * `firstInstantOf`. During the second pass of a repeated hour it is the end of that hour.
 */
export function firstWallAfter(zone: Zone, instant: number): number {
  let span = zone.spanAt(instant)
  let wall = instant + span.offset + 1
  while (span.from > instant - LONGEST_REPEAT_MS) {
    const before = zone.spanAt(span.from - 1)
    wall = Math.max(wall, span.from + before.offset)
    span = before
  }
  return wall
}
