/**
 * Slots for components that run at once (pipelines.md §2.10), first come, first served.
 */
export interface Slots {
  /** Resolves with the function that releases the slot, or undefined when `signal` aborts first. */
  take(signal: AbortSignal): Promise<(() => void) | undefined>
  /** Slots that are taken. */
  readonly taken: number
  readonly waiting: number
}

/** `capacity` slots. Each is released once, however often its release is called. */
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
