import { LOWEST_ID, type RunnerId } from '../../../lib/ids.ts'

/**
 * For each runner that is connected to this process: from which id on executions may wait for it, and how
 * many. Queuing adds the lowest id that was queued, and a scan of the queue answers the lowest id that it
 * left. So no scan reads what was claimed before: PostgreSQL keeps the index entries of that for as long as a
 * transaction is open that may see them. What is reported twice is counted twice, until the next scan.
 */
export interface Backlog {
  /** Executions of this runner wait, `from` this id on: `count` of them, if that is known. */
  add(runnerId: RunnerId, from: string, count?: number): void
  /** How many may wait for the runner. */
  count(runnerId: RunnerId): number
  /** No session here serves the runner any more. */
  forget(runnerId: RunnerId): void
  /**
   * Scans the queue of the runner from the lowest id that may wait or, with `full`, from the first id of all.
   * `claim` answers the lowest id that it left, undefined when nothing is left. What is added while it runs,
   * it may have missed: that stays. When it fails everything stays.
   */
  scan(runnerId: RunnerId, full: boolean, claim: (from: string) => Promise<string | undefined>): Promise<void>
}

interface Waiting {
  readonly from: string
  readonly count: number
}

export function createBacklog(): Backlog {
  const waiting = new Map<RunnerId, Waiting>()
  const addedMeanwhile = new Map<RunnerId, Waiting>()

  return {
    add(runnerId, from, count = Number.POSITIVE_INFINITY) {
      for (const map of [waiting, addedMeanwhile])
        map.set(runnerId, merged(map.get(runnerId), { from, count }))
    },
    count: (runnerId) => waiting.get(runnerId)?.count ?? 0,
    forget(runnerId) {
      waiting.delete(runnerId)
    },
    async scan(runnerId, full, claim) {
      const from = full ? LOWEST_ID : waiting.get(runnerId)?.from
      if (from === undefined) return
      addedMeanwhile.delete(runnerId)
      const left = await claim(from)
      const added = addedMeanwhile.get(runnerId)
      const rest = left === undefined ? added : merged(added, { from: left, count: Number.POSITIVE_INFINITY })
      if (rest === undefined) waiting.delete(runnerId)
      else waiting.set(runnerId, rest)
    },
  }
}

function merged(one: Waiting | undefined, other: Waiting): Waiting {
  if (one === undefined) return other
  return { from: [one.from, other.from].toSorted()[0]!, count: one.count + other.count }
}
