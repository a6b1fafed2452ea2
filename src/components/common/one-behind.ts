/** Takes batches while the one before is still being worked on; never more than one is. */
export interface OneBehind<T> {
  /**
   * Resolves when `work` has begun with the batch, and with it is done with the one before. Throws what that
   * one threw.
   */
  give(batch: T): Promise<void>
  /** Resolves when all is done. Throws what the last batch threw, unless `give` did already. */
  done(): Promise<void>
}

/**
 * Reads on while a batch is written: the runner parses what comes next while the database takes what came
 * before. `work` gets the batches in their order, one after another, and none after one that failed.
 */
export function oneBehind<T>(work: (batch: T) => Promise<void>): OneBehind<T> {
  let last: Promise<void> = Promise.resolve()
  return {
    async give(batch) {
      await last
      last = work(batch)
      // The next call of `give` or `done` throws it.
      last.catch(() => undefined)
    },
    done: () => last,
  }
}
