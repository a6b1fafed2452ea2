import type { Db } from '../../../db/database.ts'
import type { RunnerId } from '../../../lib/ids.ts'
import { insertExecutions, type Offer, type QueuedExecution } from './create-store.ts'

/** The runners that are connected to this process, for executions that are being created; see `gateway.ts`. */
export interface HandOff {
  /** Up to `wanted` places for executions of this runner; undefined while it is to be queued for. */
  offer(runnerId: RunnerId, wanted: number): Offer | undefined
  /** Notes that an execution of this runner waits. */
  noteQueued(runnerId: RunnerId, execution: string): void
}

export const noHandOff: HandOff = { offer: () => undefined, noteQueued: () => undefined }

/** What is written with one statement. */
interface Part {
  readonly executions: readonly QueuedExecution[]
  readonly offered: Offer | undefined
}

/**
 * Writes executions of many requests together and answers for each whether it is there now. Where their runner is
 * connected to this process and has room they are claimed as they are created, and never wait in the queue.
 */
export function createCreator(db: Db, handOff: HandOff) {
  async function write({ executions, offered }: Part): Promise<ReadonlySet<string>> {
    try {
      const { added, claimed } = await insertExecutions(db, executions, offered)
      const given = new Set(claimed.map(({ id }) => id))
      // Before places are free again, which are for what waits.
      for (const { id, runnerId } of executions)
        if (added.has(id) && !given.has(id)) handOff.noteQueued(runnerId as RunnerId, id)
      offered?.settle(claimed)
      return added
    } catch (error) {
      offered?.fail()
      throw error
    }
  }

  /** One statement for each runner that makes an offer, and one for all others. */
  function partsOf(batch: readonly QueuedExecution[]): Part[] {
    const parts = [...Map.groupBy(batch, ({ runnerId }) => runnerId)].map(([runnerId, executions]) => ({
      executions,
      offered: handOff.offer(runnerId as RunnerId, executions.length),
    }))
    const queued = parts
      .filter(({ offered }) => offered === undefined)
      .flatMap(({ executions }) => executions)
    const handed = parts.filter(({ offered }) => offered !== undefined)
    return queued.length === 0 ? handed : [...handed, { executions: queued, offered: undefined }]
  }

  return async (batch: readonly QueuedExecution[]): Promise<Promise<boolean>[]> => {
    const parts = partsOf(batch).map((part) => ({ ...part, written: write(part) }))
    await Promise.allSettled(parts.map(({ written }) => written))
    const writes = new Map(parts.flatMap(({ executions, written }) => executions.map((x) => [x, written])))
    return batch.map(async (execution) => (await writes.get(execution)!).has(execution.id))
  }
}
