/**
 * Slots for components that run at once (pipelines.md §2.10), granted in order of request.
 */
export interface Slots {
  /** Resolves with the function that gives the place back, or undefined when `signal` aborts first. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>
  /** Places taken at this moment. */
  readonly taken: number
  readonly waiting: number
}

/** `capacity` places, first come first served. */
export function createSlots(capacity: number): Slots {
  const queue = new Set<() => void>()
  let taken = 0

  function give(): () => void {
    taken++
    let given = false
    return () => {
      if (given) return
      given = true
      taken--
      const [next] = queue
      next?.()
    }
  }

  function take(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    if (taken < capacity && queue.size === 0) return Promise.resolve(give())
    return new Promise((resolve) => {
      const abandon = () => {
        queue.delete(turn)
        resolve(undefined)
      }
      const turn = () => {
        queue.delete(turn)
        signal.removeEventListener('abort', abandon)
        resolve(give())
      }
      queue.add(turn)
      signal.addEventListener('abort', abandon, { once: true })
    })
  }

  return {
    take,
    get taken() {
      return taken
    },
    get waiting() {
      return queue.size
    },
  }
}
