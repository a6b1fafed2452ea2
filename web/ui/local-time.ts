/** `2026-11-21T10:41` in the zone of the browser. */
export function localTime(instant: string): string {
  const at = new Date(instant)
  const date = [padded(at.getFullYear(), 4), padded(at.getMonth() + 1), padded(at.getDate())].join('-')
  return `${date}T${padded(at.getHours())}:${padded(at.getMinutes())}`
}

const padded = (number: number, digits = 2): string => String(number).padStart(digits, '0')

/** The inverse. Incomplete input is sent as it is; the server rejects it. */
export function instantOf(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}
