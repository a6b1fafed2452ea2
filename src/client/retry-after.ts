/** A server that asks for a longer pause than this is reported instead of waited for. */
const MAX_WAIT_SECONDS = 60

/** What a proxy answers when the server behind it is away, or broke off. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504])
/** By then a proxy has found another server, or the same one again. */
const GATEWAY_PAUSE_MS = 1_000

/** Whether a proxy answered in the place of the server, which says itself when to try again. */
export const isOfGateway = ({ status, headers }: Response): boolean =>
  gatewayStatuses.has(status) && !headers.has('retry-after')

export const hintOfGateway = 'A proxy got no answer from the server: try again when it is back.'

/** Milliseconds until a request that is sent again may succeed; undefined when it is not to be. */
export const pauseMs = (response: Response, now: number): number | undefined =>
  isOfGateway(response) ? GATEWAY_PAUSE_MS : askedPauseMs(response, now)

/** Milliseconds that `Retry-After` asks to wait; undefined without it, and where it asks for too many. */
function askedPauseMs({ headers }: Response, now: number): number | undefined {
  const header = headers.get('retry-after')
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000
  return seconds <= MAX_WAIT_SECONDS ? Math.max(0, seconds) * 1_000 : undefined
}
