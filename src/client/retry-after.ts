/** A server that asks for a longer pause than this is reported instead of waited for. */
const MAX_WAIT_SECONDS = 60

/** Milliseconds that `Retry-After` asks to wait; undefined without it, and where it asks for too many. */
export function askedPauseMs({ headers }: Response, now: number): number | undefined {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000
  return seconds <= MAX_WAIT_SECONDS ? Math.max(0, seconds) * 1_000 : undefined
}
