import { LRUCache } from 'lru-cache'

export interface GuessLimits {
  readonly maxFailuresPerClient: number
  readonly maxFailuresPerAddress: number
  readonly windowMs: number
}

export const defaultGuessLimits: GuessLimits = {
  maxFailuresPerClient: 10,
  maxFailuresPerAddress: 50,
  windowMs: 60_000,
}

/**
 * Counts failed proofs by address and client. Successes cost nothing: a thousand jobs behind one address keep
 * working.
 */
export interface GuessLimit {
  /** Seconds to wait, or undefined when another try is allowed now. */
  blockedForSeconds(address: string, clientId: string): number | undefined
  failed(address: string, clientId: string): void
}

const MAX_REMEMBERED = 100_000

export function createGuessLimit(limits: GuessLimits = defaultGuessLimits, now = Date.now): GuessLimit {
  const failures = new LRUCache<string, { count: number; until: number }>({ max: MAX_REMEMBERED })
  const keys = (address: string, clientId: string) =>
    [
      [`address ${address}`, limits.maxFailuresPerAddress],
      // Per address as well: else a stranger could lock a client out.
      [`client ${address} ${clientId}`, limits.maxFailuresPerClient],
    ] as const

  function blockedForSeconds(address: string, clientId: string): number | undefined {
    const waits = keys(address, clientId).map(([key, max]) => {
      const entry = failures.get(key)
      return entry !== undefined && entry.count >= max ? entry.until - now() : 0
    })
    const wait = Math.max(...waits)
    return wait > 0 ? Math.ceil(wait / 1000) : undefined
  }

  function failed(address: string, clientId: string): void {
    for (const [key] of keys(address, clientId)) {
      const entry = failures.get(key)
      if (entry !== undefined && entry.until > now()) entry.count++
      else failures.set(key, { count: 1, until: now() + limits.windowMs })
    }
  }

  return { blockedForSeconds, failed }
}
