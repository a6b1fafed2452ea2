/**
 * What waits, in turn between owners: however much one of them has waiting, the next of another is not behind
 * all of it.
 */
export interface ByTurns<T> {
  readonly size: number
  add(owner: string, one: T): void
  /** Takes the one whose turn it is. */
  next(): T | undefined
  /** How many of an owner wait. */
  sizeOf(owner: string): number
  /** Takes the newest of the owner with the most, where those are more than `count`. */
  newestOfMoreThan(count: number): T | undefined
}

export function createByTurns<T>(): ByTurns<T> {
  /** The next owner is the first. */
  const rows = new Map<string, Set<T>>()
  let size = 0

  function remove(owner: string, row: Set<T>, one: T): void {
    row.delete(one)
    if (row.size === 0) rows.delete(owner)
    size--
  }

  return {
    get size() {
      return size
    },
    add(owner, one) {
      const row = rows.get(owner) ?? new Set()
      rows.set(owner, row.add(one))
      size++
    },
    next() {
      for (const [owner, row] of rows) {
        const [first] = row
        remove(owner, row, first as T)
        if (row.size > 0) {
          rows.delete(owner)
          rows.set(owner, row)
        }
        return first
      }
      return undefined
    },
    sizeOf: (owner) => rows.get(owner)?.size ?? 0,
    newestOfMoreThan(count) {
      let most: readonly [string, Set<T>] | undefined
      for (const one of rows) if (one[1].size > (most?.[1].size ?? count)) most = one
      if (most === undefined) return undefined
      const newest = [...most[1]].at(-1) as T
      remove(...most, newest)
      return newest
    },
  }
}
