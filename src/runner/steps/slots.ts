import { createByTurns } from '../../lib/by-turns.ts'

/**
 * Slots for components that run at once (pipelines.md §2.10), in turn between environments: an iterator with
 * thousands of iterations keeps no other environment waiting for all of them.
 */
export interface Slots {
  /**
   * Resolves with the function that releases the slot, or undefined when the signal of the execution aborts
   * first.
   */
  take(execution: Waiting): Promise<(() => void) | undefined>
  /** Slots that are taken. */
  readonly taken: number
  readonly waiting: number
}

/** Of an execution: where it runs, and when it no longer needs a slot. */
export interface Waiting {
  readonly project: string
  readonly environment: string
  readonly signal: AbortSignal
}

/** `capacity` slots. Each is released once, however often its release is called. */
export function createSlots(capacity: number): Slots {
  const queue = createByTurns<() => void>()
  let taken = 0

  function give(): () => void {
    taken++
    let given = false
    return () => {
      if (given) return
      given = true
      taken--
      queue.next()?.()
    }
  }

  function take({ project, environment, signal }: Waiting): Promise<(() => void) | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    if (taken < capacity && queue.size === 0) return Promise.resolve(give())
    const owner = `${project}/${environment}`
    return new Promise((resolve) => {
      const abandon = () => {
        queue.delete(owner, turn)
        resolve(undefined)
      }
      const turn = () => {
        signal.removeEventListener('abort', abandon)
        resolve(give())
      }
      queue.add(owner, turn)
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
