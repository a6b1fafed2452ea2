import type { Db } from '../../../db/database.ts'
import type { RunnerId } from '../../../lib/ids.ts'
import { type Beginning, insertExecutions, type QueuedExecution } from './enqueue-store.ts'
import type { HandOff, Offer } from './offer.ts'

/** Executions that are written with one statement. */
interface Part {
  readonly executions: readonly QueuedExecution[]
  readonly offer: Offer | undefined
}

/**
 * Writes executions of many requests together and answers for each how it began; undefined: it was not added.
 * Where their runner is connected to this process and has free slots they are claimed as they are created,
 * and never wait in the queue.
 */
export function createEnqueue(db: Db, handOff: HandOff) {
  async function write({ executions, offer }: Part): Promise<ReadonlyMap<string, Beginning>> {
    try {
      const { added, claimed } = await insertExecutions(db, executions, offer, handOff.origin)
      const claimedIds = new Set(claimed.map(({ id }) => id))
      // Recorded before `commit` releases slots: those are for what waits already.
      for (const { id, runnerId } of executions)
        if (added.has(id) && !claimedIds.has(id)) handOff.recordQueued(runnerId as RunnerId, id)
      offer?.commit(claimed)
      return added
    } catch (error) {
      // They may be queued all the same, and nobody else tells this process.
      for (const { id, runnerId } of executions) handOff.recordQueued(runnerId as RunnerId, id)
      offer?.abort()
      throw error
    }
  }

  /** One statement for each runner that makes an offer, and one for all the others. */
  function partsOf(batch: readonly QueuedExecution[]): Part[] {
    const parts = [...Map.groupBy(batch, ({ runnerId }) => runnerId)].map(([runnerId, executions]) => ({
      executions,
      offer: handOff.offer(runnerId as RunnerId, executions.length),
    }))
    const queued = parts.filter(({ offer }) => offer === undefined).flatMap(({ executions }) => executions)
    const offered = parts.filter(({ offer }) => offer !== undefined)
    return queued.length === 0 ? offered : [...offered, { executions: queued, offer: undefined }]
  }

  return async (batch: readonly QueuedExecution[]) => {
    const parts = partsOf(batch)
    const written = await Promise.allSettled(parts.map(write))
    const results = new Map<QueuedExecution, Beginning | undefined | Promise<never>>()
    for (const [i, result] of written.entries())
      for (const execution of parts[i]!.executions)
        results.set(
          execution,
          result.status === 'fulfilled' ? result.value.get(execution.id) : Promise.reject(result.reason),
        )
    return batch.map((execution) => results.get(execution))
  }
}
