import { firstInstantOf, wallOf, zoneNamed } from '../../../lib/time-zone.ts'

/** When a channel holds messages back. */
export interface QuietHours {
  /** `HH:MM` on the wall of the time zone; `to` may be on the next day. */
  readonly from: string
  readonly to: string
  readonly timeZone: string
}

export interface Holds {
  readonly quietHours?: QuietHours | undefined
  readonly digestMinutes?: number | undefined
}

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

const timeMs = (text: string): number | undefined => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
}

/** What is wrong with quiet hours, beyond their schema. */
export function quietFaults({ from, to, timeZone }: QuietHours): string[] {
  const faults = Object.entries({ from, to }).flatMap(([member, text]) =>
    timeMs(text) === undefined ? [`body/quietHours/${member} must be a time of day such as 22:00`] : [],
  )
  if (from === to) faults.push('body/quietHours/to must differ from body/quietHours/from')
  if (zoneNamed(timeZone) === undefined)
    faults.push(`body/quietHours/timeZone "${timeZone}" is not an IANA time zone such as Europe/Berlin`)
  return faults
}

/** When the quiet hours that `now` lies in are over; undefined when it lies in none. */
export function quietUntil({ from, to, timeZone }: QuietHours, now: Date): Date | undefined {
  const zone = zoneNamed(timeZone)
  const [begin, end] = [timeMs(from), timeMs(to)]
  if (zone === undefined || begin === undefined || end === undefined) return undefined
  const wall = wallOf(zone, now.getTime())
  const time = ((wall % DAY_MS) + DAY_MS) % DAY_MS
  const isQuiet = begin < end ? time >= begin && time < end : time >= begin || time < end
  if (!isQuiet) return undefined
  const midnight = wall - time
  const until = firstInstantOf(zone, midnight + end + (time < end ? 0 : DAY_MS))
  // Where clocks are set back, the hour that comes twice is quiet once.
  return until > now.getTime() ? new Date(until) : undefined
}

/**
 * Until when a channel holds back a message that was queued at `queuedAt`; undefined when it may be sent now.
 * Quiet hours hold whatever a digest would send.
 */
export function heldUntil(
  { quietHours, digestMinutes = 0 }: Holds,
  queuedAt: Date,
  now: Date,
): Date | undefined {
  const quiet = quietHours === undefined ? undefined : quietUntil(quietHours, now)
  if (quiet !== undefined) return quiet
  const digestAt = queuedAt.getTime() + digestMinutes * MINUTE_MS
  return digestAt > now.getTime() ? new Date(digestAt) : undefined
}
