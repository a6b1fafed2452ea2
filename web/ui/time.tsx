import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

const DAY_MS = 86_400_000
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const TICK_MS = 10_000

const midnight = (of: Date): number => new Date(of).setHours(0, 0, 0, 0)

/**
 * How far `at` is from `now`, e.g. `3 minutes ago` or `in 2 hours`; from a day on by the days of the calendar
 * here.
 */
export function distance(at: Date, now: Date): string {
  const apart = at.getTime() - now.getTime()
  if (Math.abs(apart) >= DAY_MS)
    return relative.format(Math.round((midnight(at) - midnight(now)) / DAY_MS), 'day')
  const seconds = Math.round(apart / 1000)
  const [unit, size] = units.find(([, long]) => Math.abs(seconds) >= long) ?? units.at(-1)!
  return relative.format(Math.trunc(seconds / size), unit)
}

/** A relative time, with the exact time (in the user's zone) on hover and focus. */
export function Ago({ at }: { readonly at: string | undefined }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  if (at === undefined) return <>–</>
  const instant = new Date(at)
  return (
    <Tooltip label={full.format(instant)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={at} className="nowrap">
        {distance(instant, now)}
      </time>
    </Tooltip>
  )
}

/** The exact time in the zone of the browser, e.g. `21 Nov 2026, 10:41:07`. */
export const exactTime = (at: string): string => full.format(new Date(at))

/** A length of time, e.g. `4 ms`, `3.2 s`, `12 min 5 s`, `3 h 2 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.max(0, Math.round(milliseconds))} ms`
  const seconds = milliseconds / 1_000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`
}
