const LATE_AFTER_MS = 60_000
const DAY_MS = 86_400_000

/** Midnight of the day of `now`, in the zone of the browser. */
export function startOfToday(now: Date): string {
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  return midnight.toISOString()
}

/** A day before midnight `today`: what ends today was hardly queued before that. */
export const dayBefore = (today: string): string => new Date(Date.parse(today) - DAY_MS).toISOString()

/** What has been queued before this instant and still waits is late. */
export const lateBefore = (now: Date): string => new Date(now.getTime() - LATE_AFTER_MS).toISOString()
