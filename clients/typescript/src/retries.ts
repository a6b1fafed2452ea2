import type { TokenSource } from './token.ts'
import { wait } from './wait.ts'

const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 60_000
/** What a proxy or a server that restarts answers. */
const passing = new Set([429, 502, 503, 504])
/** Sent again they have the same effect; a POST has it too, by its `Idempotency-Key`. */
const repeatable = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'POST'])

/**
 * A `fetch` that adds the token, gives every POST an `Idempotency-Key`, and repeats what failed on the way: connections that
 * broke, and answers that say to come again. After a refused token it asks once for a new one.
 */
export function retryingFetch(tokens: TokenSource): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers, signal } = request
    if (method === 'POST' && !headers.has('idempotency-key'))
      headers.set('idempotency-key', crypto.randomUUID())
    let token = await tokens.current(signal)
    let isRenewed = false
    for (let attempt = 1; ; attempt++) {
      headers.set('authorization', `Bearer ${token}`)
      const mayRepeat = attempt < MAX_ATTEMPTS
      const response = await fetch(request.clone()).catch((error: unknown) => {
        if (!mayRepeat || signal.aborted || !repeatable.has(method)) throw error
        return undefined
      })
      if (response?.status === 401 && !isRenewed) {
        isRenewed = true
        const renewed = await tokens.renewed(signal)
        if (renewed !== undefined) {
          await response.body?.cancel()
          token = renewed
          continue
        }
      }
      const isPassing = response === undefined || passing.has(response.status)
      // A PATCH that was refused for its rate was not begun; after anything else nobody knows.
      const isSafe = repeatable.has(method) || response?.status === 429
      if (response !== undefined && (!isPassing || !isSafe || !mayRepeat)) return response
      await response?.body?.cancel()
      await wait(pauseMs(response, attempt), signal)
    }
  }
}

/** What the server asks for, or twice as long as the last time, give or take a half. */
function pauseMs(response: Response | undefined, attempt: number): number {
  const asked = response?.headers.get('retry-after')
  const seconds = asked === null || asked === undefined ? Number.NaN : Number(asked)
  if (Number.isFinite(seconds)) return Math.min(seconds * 1_000, MAX_PAUSE_MS)
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())
}
