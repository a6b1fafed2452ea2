import { createTurnTree } from '../../lib/turn-tree.ts'

/**
 * Slots for components that run at once (pipelines.md §2.10), in turn between environments, in each between
 * executions, and in these between components: nothing else waits for all of the thousands of iterations that
 * an iterator begins at once, and no branch for all those of another one.
 */
export interface Slots {
  /**
   * Resolves with the function that releases the slot, or undefined when the signal of the execution aborts
   * first. `path`: the component, behind those whose calls led to its pipeline.
   */
  take(execution: Waiting, path: readonly string[]): Promise<(() => void) | undefined>
  /** Slots that are taken. */
  readonly taken: number
  readonly waiting: number
}

/** Of an execution: which it is, where it runs, and when it no longer needs a slot. */
export interface Waiting {
  readonly root: string
  readonly project: string
  readonly environment: string
  readonly signal: AbortSignal
}

/** `capacity` slots. Each is released once, however often its release is called. */
export function createSlots(capacity: number): Slots {
  const queue = createTurnTree<() => void>()
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

  const take: Slots['take'] = ({ root, project, environment, signal }, path) => {
    if (signal.aborted) return Promise.resolve(undefined)
    if (taken < capacity && queue.size === 0) return Promise.resolve(give())
    const place = [`${project}/${environment}`, root, ...path]
    return new Promise((resolve) => {
      const abandon = () => {
        queue.delete(place, turn)
        resolve(undefined)
      }
      const turn = () => {
        signal.removeEventListener('abort', abandon)
        resolve(give())
      }
      queue.add(place, turn)
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
