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
 * Who waits for a place, `most` at once, in turn between owners. Where it is full, the newest of the owner with the most in it is
 * refused, so that nobody is kept out by how much another one asks for.
 */
export function createOwnersQueue(most: number, refusal: () => Error): OwnersQueue {
  /** The next owner is the first. */
  const rows = new Map<string, Waiting[]>()
  let count = 0

  function makeRoomFor(row: readonly Waiting[]): void {
    const longest = [...rows.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    if (longest.length <= row.length + 1) throw refusal()
    longest.pop()!.refuse(refusal())
    count--
  }

  return {
    async wait(owner) {
      const row = rows.get(owner) ?? []
      if (count >= most) makeRoomFor(row)
      const { promise, resolve: admit, reject: refuse } = Promise.withResolvers<void>()
      row.push({ admit, refuse })
      rows.set(owner, row)
      count++
      return promise
    },
    next() {
      for (const [owner, row] of rows) {
        const first = row.shift()!
        rows.delete(owner)
        if (row.length > 0) rows.set(owner, row)
        count--
        first.admit()
        return true
      }
      return false
    },
  }
}
