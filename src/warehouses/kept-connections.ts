import { LRUCache } from 'lru-cache'
import { upTo } from '../lib/remembered.ts'

/**
 * Far more than one runner uses at a time. A token that is replaced every hour makes new settings each time.
 */
const MAX_SETTINGS = 500

/** Open connections, by their settings. */
export interface KeptConnections<T> {
  get(settings: object, create: () => T): T
  /** All that are kept; they are forgotten. */
  takeAll(): T[]
}

/**
 * Keeps those that were asked for last. Others are forgotten, not closed, because statements may run on them:
 * what is idle there ends by itself. Their settings get new connections when they are asked for again.
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
