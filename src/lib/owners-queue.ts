import { createByTurns } from './by-turns.ts'

interface Waiting {
  readonly admit: () => void
  readonly refuse: (reason: Error) => void
}

export interface OwnersQueue {
  /** Resolves when it is the turn of this one; rejects with the refusal when too many wait. */
  wait(owner: string): Promise<void>
  /** Admits the next one; false when nobody waits. */
  next(): boolean
}

/**
 * A queue of at most `most`, in turn between owners. When it is full, it refuses the newest of the owner with
 * the most in it: one owner cannot keep the others out.
 */
export function createOwnersQueue(most: number, refusal: () => Error): OwnersQueue {
  const waiting = createByTurns<Waiting>()
  return {
    async wait(owner) {
      if (waiting.size >= most) {
        const newest = waiting.newestOfMoreThan(waiting.sizeOf(owner) + 1)
        if (newest === undefined) throw refusal()
        newest.refuse(refusal())
      }
      const { promise, resolve: admit, reject: refuse } = Promise.withResolvers<void>()
      waiting.add(owner, { admit, refuse })
      return promise
    },
    next() {
      const next = waiting.next()
      next?.admit()
      return next !== undefined
    },
  }
}
