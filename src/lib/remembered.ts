import { LRUCache } from 'lru-cache'

const MAX_REMEMBERED = 10_000

/**
 * The limit of a cache that holds so many entries, as an option that takes no memory before there are any;
 * `max` takes all of it.
 */
export const upTo = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })

export interface Remembered<T> {
  (key: string): Promise<T>
  /** The next question is asked again: for one key, or for all. */
  forget(key?: string): void
}

/** `load` for a key, asked at most once in `ttlMs`; those who ask meanwhile wait for the same answer. */
export function remembered<T>(ttlMs: number, load: (key: string) => Promise<T>): Remembered<T> {
  const known = new LRUCache<string, Promise<T>>({ ...upTo(MAX_REMEMBERED), ttl: ttlMs })
  const find = (key: string) => {
    const held = known.get(key)
    if (held !== undefined) return held
    const loading = load(key)
    known.set(key, loading)
    loading.catch(() => {
      // A newer question may have taken its place.
      if (known.peek(key) === loading) known.delete(key)
    })
    return loading
  }
  const forget = (key?: string) => (key === undefined ? known.clear() : void known.delete(key))
  return Object.assign(find, { forget })
}

/**
 * Users who are deactivated or deleted lose access within 5 s on every process (decisions.md §2): this is
 * part of them.
 */
export const CALLER_REMEMBERED_MS = 2_000
