/** A readable duration, from milliseconds: `340 ms`, `2.1 s`, `3 min 05 s`, `1 h 02 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = ms / 1_000
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`
  const minutes = Math.round(seconds) / 60
  if (minutes < 60) return `${Math.floor(minutes)} min ${two(Math.round(seconds) % 60)} s`
  const whole = Math.round(seconds / 60)
  return `${Math.floor(whole / 60)} h ${two(whole % 60)} min`
}

const two = (n: number) => String(n).padStart(2, '0')

/**
 * Time between two instants (ISO 8601); up to `now` while the second is missing; nothing before the first.
 */
export function durationBetween(
  startedAt: string | undefined,
  finishedAt: string | undefined,
  now: number,
): string {
  if (startedAt === undefined) return ''
  const end = finishedAt === undefined ? now : Date.parse(finishedAt)
  return formatDuration(end - Date.parse(startedAt))
}

/** An instant (ISO 8601) in local time, without fractions of a second. */
export function formatInstant(instant: string | undefined): string {
  if (instant === undefined) return ''
  const at = new Date(instant)
  const date = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${date} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}
