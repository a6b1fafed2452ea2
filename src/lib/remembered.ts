import { LRUCache } from 'lru-cache'

const MAX_REMEMBERED = 10_000

/** `load` for a key, asked at most once in `ttlMs`; those who ask meanwhile wait for the same answer. */
export function remembered<T>(ttlMs: number, load: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new LRUCache<string, Promise<T>>({ max: MAX_REMEMBERED, ttl: ttlMs })
  return (key) => {
    const held = known.get(key)
    if (held !== undefined) return held
    const loading = load(key)
    known.set(key, loading)
    loading.catch(() => known.delete(key))
    return loading
  }
}

/**
 * Users who are deactivated or deleted lose access within 5 s on every process (decisions.md §2): this is
 * part of them.
 */
export const CALLER_REMEMBERED_MS = 2_000
