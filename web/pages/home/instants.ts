const LATE_AFTER_MS = 60_000

/** Midnight of the day of `now`, in the zone of the browser. */
export function startOfToday(now: Date): string {
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  return midnight.toISOString()
}

/** What has been queued before this instant and still waits is late. */
export const lateBefore = (now: Date): string => new Date(now.getTime() - LATE_AFTER_MS).toISOString()
