import { fetchWithin } from './fetch-within.ts'
import { wait } from './wait.ts'

const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 60_000
/** A request that is in progress is asked for this long; the server says so for five minutes. */
const MAX_PROGRESS_MS = 6 * 60_000
/** What a proxy or a server that restarts answers. */
const passing = new Set([429, 502, 503, 504])
/** Sent again they have the same effect; a POST has it too, by its `Idempotency-Key`. */
const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'POST'])

/**
 * Sends a request, and again what failed on the way: connections that broke, servers that said nothing for
 * `timeoutMs`, and answers that say to come again. While an earlier attempt is still in progress, its end is
 * waited for.
 */
export async function repeatedly(request: Request, timeoutMs: number): Promise<Response> {
  const { method, signal } = request
  const progressEnd = performance.now() + MAX_PROGRESS_MS
  let attempt = 1
  for (;;) {
    const mayRepeat = attempt < MAX_ATTEMPTS
    const response = await fetchWithin(request, timeoutMs).catch((error: unknown) => {
      if (!mayRepeat || signal.aborted || !repeatable.has(method)) throw error
      return undefined
    })
    const isInProgress = attempt > 1 && performance.now() < progressEnd && saysInProgress(request, response)
    const isPassing = response === undefined || passing.has(response.status)
    // A PATCH that was refused for its rate was not begun; after anything else nobody knows.
    const isSafe = repeatable.has(method) || response?.status === 429
    if (response !== undefined && !isInProgress && (!isPassing || !isSafe || !mayRepeat)) return response
    await response?.body?.cancel()
    await wait(pauseMs(response, attempt), signal)
    if (!isInProgress) attempt++
  }
}

const saysInProgress = ({ headers }: Request, response: Response | undefined): boolean =>
  response?.status === 409 && response.headers.has('retry-after') && headers.has('idempotency-key')

/** What the server asks for, or twice as long as the last time, give or take a half. */
function pauseMs(response: Response | undefined, attempt: number): number {
  const asked = response?.headers.get('retry-after')
  const seconds = asked === null || asked === undefined ? Number.NaN : Number(asked)
  if (Number.isFinite(seconds)) return Math.min(seconds * 1_000, MAX_PAUSE_MS)
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
}
