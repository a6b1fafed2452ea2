import { setImmediate as nextTurn } from 'node:timers/promises'

/** Collects what arrives together and writes it with one statement (group commit). */
export interface Batcher<T, R> {
  /**
   * Resolves when the item is on disk; rejects when its batch failed. Items of one lane are written in order.
   */
  add(laneKey: string, item: T): Promise<R>
  /** Items that are not written yet. */
  waiting(): number
}

interface Entry<T, R> {
  readonly item: T
  readonly resolve: (result: R | Promise<R>) => void
  readonly reject: (error: unknown) => void
}

export interface BatcherOptions {
  readonly laneCount: number
  readonly maxItems: number
  /**
   * How many turns of the event loop a lane waits before the batch after a large one. A batch costs as much
   * as many of its items: the busier the process, the longer its turns, and the more each batch brings
   * together. Where nothing else is to be done, turns take no time.
   */
  readonly gatherTurns?: number
}

/** A batch of so many items means load. */
const LARGE_BATCH = 8

interface Lane<T, R> {
  readonly queue: Entry<T, R>[]
  busy: boolean
  /** Whether the batch before was a large one. */
  isLoaded: boolean
}

/**
 * A lane writes one batch at a time; what arrives meanwhile is the next batch, so the batch grows with the
 * load and an idle lane writes at once. Items with the same key share a lane. `write` answers one result per
 * item, in order, or a promise of it: then one item may fail alone.
 */
export function createBatcher<T, R>(
  options: BatcherOptions,
  write: (items: readonly T[]) => Promise<readonly (R | Promise<R>)[]>,
): Batcher<T, R> {
  const { maxItems, gatherTurns = 1 } = options
  const lanes = Array.from(
    { length: options.laneCount },
    (): Lane<T, R> => ({ queue: [], busy: false, isLoaded: false }),
  )
  let count = 0

  function add(laneKey: string, item: T): Promise<R> {
    const lane = lanes[hash(laneKey) % lanes.length]!
    count++
    return new Promise<R>((resolve, reject) => {
      lane.queue.push({ item, resolve, reject })
      if (lane.busy) return
      lane.busy = true
      void drain(lane)
    })
  }

  async function drain(lane: Lane<T, R>): Promise<void> {
    while (lane.queue.length > 0) {
      await gather(lane)
      const batch = lane.queue.splice(0, maxItems)
      lane.isLoaded = batch.length >= LARGE_BATCH
      try {
        const results = await write(batch.map(({ item }) => item))
        count -= batch.length
        for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
      } catch (error) {
        count -= batch.length
        for (const { reject } of batch) reject(error)
      }
    }
    lane.busy = false
  }

  /** One turn at least: what the same frame brought joins the batch. */
  async function gather({ queue, isLoaded }: Lane<T, R>): Promise<void> {
    const turns = isLoaded ? gatherTurns : 1
    for (let turn = 0; turn < turns && queue.length < maxItems; turn++) await nextTurn()
  }

  return { add, waiting: () => count }
}

function hash(text: string): number {
  let value = 0
  for (let i = 0; i < text.length; i++) value = (value * 31 + text.charCodeAt(i)) >>> 0
  return value
}
