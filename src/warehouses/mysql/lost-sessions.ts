import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/remembered.ts'
import type { Answer } from './wire.ts'

/** Of one step; further sessions at the same time are not found when they are lost. */
const PLACES = 8
/** How long a session that was ended may roll back. */
const ROLLBACK_SECONDS = 60

interface Session {
  readonly signal: AbortSignal
  ask(sql: string): Promise<Answer>
}

/**
 * Ends what lost runners left running. A server notices that a client is gone only when it answers, and until
 * then its statement keeps its locks, which the next attempt of the step would wait for in vain. So each
 * session of a step holds a named lock of the server, which tells others its id.
 */
export interface LostSessions {
  /**
   * Ends the sessions of other processes for this step, then names this one. Call what is returned when the
   * session ends.
   */
  enter(session: Session, step: string): Promise<() => void>
}

export function createLostSessions(): LostSessions {
  const entered = new Map<string, Set<number>>()
  /** Ids of sessions of this process: an answer may tell of one that has left its place meanwhile. */
  const own = new LRUCache<number, true>(upTo(10_000))

  async function find(session: Session, step: string, places: ReadonlySet<number>, place: number) {
    const users = Array.from({ length: PLACES }, (_, at) => `is_used_lock('${nameOf(step, at)}')`)
    const { rows } = await session.ask(
      `select connection_id(), get_lock('${nameOf(step, place)}', 0), ${users.join(', ')}`,
    )
    const [id, , ...holders] = (rows[0] ?? []).map((cell) => (cell === null ? null : Number(cell)))
    own.set(id ?? 0, true)
    return holders.flatMap((holder, at) =>
      holder === null || own.has(holder) || (at !== place && places.has(at)) ? [] : [{ holder, at }],
    )
  }

  return {
    async enter(session, step) {
      const places = entered.get(step) ?? new Set()
      const place = Array.from({ length: PLACES }, (_, at) => at).find((at) => !places.has(at))
      if (place === undefined) return () => undefined
      entered.set(step, places.add(place))
      const leave = () => {
        places.delete(place)
        if (places.size === 0) entered.delete(step)
      }
      try {
        for (const { holder, at } of await find(session, step, places, place)) {
          await session.ask(`kill ${holder}`)
          await session.ask(`select get_lock('${nameOf(step, at)}', ${ROLLBACK_SECONDS})`)
          if (at !== place) await session.ask(`select release_lock('${nameOf(step, at)}')`)
        }
      } catch {
        // Some clusters have no such locks, and a session may end by itself. What needs this one fails if it
        // has ended.
        if (session.signal.aborted) {
          leave()
          throw session.signal.reason
        }
      }
      return leave
    },
  }
}

/** Servers take 64 characters. */
const nameOf = (step: string, place: number): string =>
  `headrace_${createHash('sha256').update(step).digest('hex').slice(0, 32)}_${place}`
