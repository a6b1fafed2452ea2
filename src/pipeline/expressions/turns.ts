/** Runs one task at a time, of every owner one in turn. A task that fails does not stop the next. */
export function createTurns() {
  const queues = new Map<unknown, (() => void)[]>()
  let busy = false

  function next(): void {
    const first = queues.entries().next().value
    if (first === undefined) {
      busy = false
      return
    }
    const [owner, queue] = first
    const begin = queue.shift()
    queues.delete(owner)
    if (queue.length > 0) queues.set(owner, queue) // behind all others
    begin?.()
  }

  return async <T>(owner: unknown, task: () => Promise<T>): Promise<T> => {
    if (busy) {
      const queue = queues.get(owner) ?? []
      queues.set(owner, queue)
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    busy = true
    try {
      return await task()
    } finally {
      next()
    }
  }
}
