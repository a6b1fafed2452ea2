/**
 * Milliseconds that the header `Retry-After` asks to wait: seconds or a date (RFC 9110 §10.2.3), and fractions of a second, which
 * some servers send. Undefined where it is absent, neither, or a date that is over: the clocks of two machines differ.
 */
export function retryAfterMs(
  header: string | readonly string[] | null | undefined,
  now: number,
): number | undefined {
  if (typeof header !== 'string') return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const wait = Date.parse(header) - now
  return wait > 0 ? wait : undefined
}
