/** What waits at the ends of paths: at every fork those take turns that something waits behind. */
export interface TurnTree<T> {
  readonly size: number
  add(path: readonly string[], one: T): void
  /** Nothing happens when it does not wait there. */
  delete(path: readonly string[], one: T): void
  /** Takes the one whose turn it is. */
  next(): T | undefined
}

/** Keys of paths lead to forks; what waits at the fork itself is one more of those that take turns. */
type Fork<T> = Map<string | undefined, Fork<T> | Set<T>>

/**
 * However much waits behind one branch, the next of another is not behind all of it. At the end of one path
 * the first comes first.
 */
export function createTurnTree<T>(): TurnTree<T> {
  const root: Fork<T> = new Map()
  let size = 0

  return {
    get size() {
      return size
    },
    add(path, one) {
      let fork = root
      for (const key of path) fork = made(fork, key, () => new Map()) as Fork<T>
      ;(made(fork, undefined, () => new Set()) as Set<T>).add(one)
      size++
    },
    delete(path, one) {
      if (removed(root, [...path, undefined], one)) size--
    },
    next() {
      const next = taken(root)
      if (next !== undefined) size--
      return next
    },
  }
}

function made<T>(fork: Fork<T>, key: string | undefined, make: () => Fork<T> | Set<T>) {
  const found = fork.get(key) ?? make()
  fork.set(key, found)
  return found
}

function removed<T>(fork: Fork<T>, [key, ...rest]: readonly (string | undefined)[], one: T): boolean {
  const found = fork.get(key)
  if (found === undefined) return false
  const wasThere = found instanceof Set ? found.delete(one) : removed(found, rest, one)
  if (found.size === 0) fork.delete(key)
  return wasThere
}

/** Takes the next one behind the first branch, whose turn comes again after all others. */
function taken<T>(fork: Fork<T>): T | undefined {
  for (const [key, branch] of fork) {
    fork.delete(key)
    const next = branch instanceof Set ? firstOf(branch) : taken(branch)
    if (branch.size > 0) fork.set(key, branch)
    return next
  }
  return undefined
}

function firstOf<T>(waiting: Set<T>): T | undefined {
  const [first] = waiting
  waiting.delete(first as T)
  return first
}
