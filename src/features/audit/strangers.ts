import { LRUCache } from 'lru-cache'
import { clientOf } from '../../lib/addresses.ts'
import type { Log } from '../../lib/log.ts'
import { upTo } from '../../lib/remembered.ts'
import type { Entry } from './rules.ts'

/**
 * More than the limits on guessing let an address try, so that every wrong password and secret is recorded.
 */
export const MAX_REFUSALS_PER_MINUTE = 60
const MINUTE_MS = 60_000
const MAX_COUNTED = 10_000

/**
 * Whether an entry is recorded: of the refusals of strangers only so many a minute for an address, an
 * operation and a status. The trail keeps everything for ever, and nobody fills it, or hides in it, without
 * having signed in.
 */
export function createStrangerLimit(log: Log): (entry: Entry) => boolean {
  const counts = new LRUCache<string, { refusals: number }>({ ...upTo(MAX_COUNTED), ttl: MINUTE_MS })
  return ({ actor, outcome, from: { address }, operation, status }) => {
    if (actor !== undefined || outcome !== 'REFUSED') return true
    const key = `${clientOf(address)} ${operation} ${status}`
    const counted = counts.get(key) ?? { refusals: 0 }
    if (counted.refusals === 0) counts.set(key, counted)
    counted.refusals++
    if (counted.refusals === MAX_REFUSALS_PER_MINUTE + 1)
      log.warn(
        { address, operation, status },
        'Too many attempts were refused to record all in the audit log',
      )
    return counted.refusals <= MAX_REFUSALS_PER_MINUTE
  }
}
