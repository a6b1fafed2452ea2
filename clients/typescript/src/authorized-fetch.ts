import { repeatedly } from './sending.ts'
import type { TokenSource } from './token.ts'

/**
 * A `fetch` that adds the token, gives every POST an `Idempotency-Key`, and repeats what failed on the way.
 * After a refused token it asks once for a new one.
 */
export function authorizedFetch(
  tokens: TokenSource,
  timeoutMs: number,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers, signal } = request
    if (method === 'POST' && !headers.has('idempotency-key'))
      headers.set('idempotency-key', crypto.randomUUID())
    const token = await tokens.current(signal)
    headers.set('authorization', `Bearer ${token}`)
    const response = await repeatedly(request, timeoutMs)
    if (response.status !== 401) return response
    const renewed = await tokens.renewed(token, signal)
    if (renewed === undefined) return response
    await response.body?.cancel()
    headers.set('authorization', `Bearer ${renewed}`)
    return repeatedly(request, timeoutMs)
  }
}
