import { LOWEST_ID, type RunnerId } from '../../../lib/ids.ts'

/**
 * From which id on executions may wait for each runner that is connected to this process, and how many. Whoever queues
 * some tells the lowest of their ids, and a look at the queue answers the lowest that is left in it. So no look walks
 * over what was given out before: PostgreSQL keeps the index entries of that while a transaction is open that may see
 * them. What is told twice is counted twice, until the next look.
 */
export interface Backlog {
  /** Executions of this runner wait, `from` this id on: `count` of them, if that is known. */
  add(runnerId: RunnerId, from: string, count?: number): void
  /** How many may wait for the runner. */
  count(runnerId: RunnerId): number
  /** Nobody here serves the runner any more. */
  forget(runnerId: RunnerId): void
  /**
   * Looks for what waits for the runner, from where it may or, with `everything`, from the first id on. `look` answers
   * the lowest id that it left, undefined when nothing is left. What is added meanwhile, it may not have seen: that
   * stays. When it fails everything stays.
   */
  look(
    runnerId: RunnerId,
    everything: boolean,
    look: (from: string) => Promise<string | undefined>,
  ): Promise<void>
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
        map.set(runnerId, together(map.get(runnerId), { from, count }))
    },
    count: (runnerId) => waiting.get(runnerId)?.count ?? 0,
    forget(runnerId) {
      waiting.delete(runnerId)
    },
    async look(runnerId, everything, look) {
      const from = everything ? LOWEST_ID : waiting.get(runnerId)?.from
      if (from === undefined) return
      addedMeanwhile.delete(runnerId)
      const left = await look(from)
      const added = addedMeanwhile.get(runnerId)
      const rest =
        left === undefined ? added : together(added, { from: left, count: Number.POSITIVE_INFINITY })
      if (rest === undefined) waiting.delete(runnerId)
      else waiting.set(runnerId, rest)
    },
  }
}

function together(one: Waiting | undefined, other: Waiting): Waiting {
  if (one === undefined) return other
  return { from: [one.from, other.from].toSorted()[0]!, count: one.count + other.count }
}
