/**
 * Milliseconds that the header `Retry-After` asks to wait: seconds or a date (RFC 9110 §10.2.3), and fractions of a second, which
 * some servers send. Undefined where it is absent or neither.
 */
export function retryAfterMs(
  header: string | readonly string[] | null | undefined,
  now: number,
): number | undefined {
  if (typeof header !== 'string') return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
