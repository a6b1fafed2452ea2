/** How long a step waits at most before it asks a busy server again. */
export const MAX_RETRY_WAIT_MS = 5 * 60_000

/**
 * Words that follow what a server answered that asks for more than that; empty where it asks for less, or for
 * nothing.
 */
export const tooLongWait = (ms: number | undefined): string =>
  ms === undefined || ms <= MAX_RETRY_WAIT_MS
    ? ''
    : `, and to be asked again in ${Math.ceil(ms / 1000)} s: a step waits ${MAX_RETRY_WAIT_MS / 1000} s at most`

/**
 * Milliseconds that the header `Retry-After` asks to wait: seconds or a date (RFC 9110 §10.2.3), and
 * fractions of a second, which some servers send. Undefined where it is absent, neither, or a date that is
 * over: the clocks of two machines differ.
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
