import { LRUCache } from 'lru-cache'
import { upTo } from '../lib/remembered.ts'

/**
 * Far more than one runner uses at a time; tokens that are replaced every hour make new settings each time.
 */
const MAX_SETTINGS = 500

/** What is open, by the settings of its connection. */
export interface KeptConnections<T> {
  get(settings: object, create: () => T): T
  /** Those that are kept, which are forgotten then. */
  takeAll(): T[]
}

/**
 * Keeps those that were asked for last. Any other is not closed, for statements may run on it: what is idle
 * on it ends by itself, and settings that come again begin anew.
 */
export function keptConnections<T extends object>(most = MAX_SETTINGS): KeptConnections<T> {
  const known = new LRUCache<string, T>(upTo(most))
  return {
    get(settings, create) {
      const key = JSON.stringify(settings)
      const kept = known.get(key) ?? create()
      known.set(key, kept)
      return kept
    },
    takeAll() {
      const all = [...known.values()]
      known.clear()
      return all
    },
  }
}
