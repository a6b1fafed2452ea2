import { invariant } from '../../lib/invariant.ts'

/** How many executions this session may receive: those it has received and the free slots. */
export interface Credit {
  /** An execution arrived and takes a slot. */
  received(): void
  /**
   * One has ended; its last report is not committed yet. Its slot is free, unless very many ends are
   * uncommitted.
   */
  ended(): void
  /** Nothing is left to do for one; `hadEnded`: whether `ended` was called for it. */
  released(hadEnded: boolean): void
  /** A new session counts from zero. */
  restart(): void
  /** No further executions are accepted: the total stays where it is. */
  close(): void
  /** The number to announce: executions received so far in this session plus free slots. */
  total(): number
  /** Executions received so far in this session. */
  count(): number
}

/**
 * At most `maxExecutions` run, and as many more may have ended without being committed. `onChange` is called
 * after every new total; the total never goes down within a session.
 */
export function createCredit(maxExecutions: number, onChange: () => void): Credit {
  let received = 0
  let running = 0
  let ending = 0
  let closed = false
  let announced = maxExecutions

  function changed() {
    invariant(
      running >= 0 && ending >= 0,
      () => `a slot was released twice (${running} running, ${ending} ending)`,
    )
    if (closed) return
    const free = maxExecutions - running - Math.max(0, ending - maxExecutions)
    const total = Math.max(announced, received + Math.max(0, free))
    if (total === announced) return
    announced = total
    onChange()
  }

  return {
    received() {
      received++
      running++
      changed()
    },
    ended() {
      running--
      ending++
      changed()
    },
    released(hadEnded) {
      if (hadEnded) ending--
      else running--
      changed()
    },
    restart() {
      received = 0
      announced = closed ? 0 : maxExecutions
    },
    close() {
      closed = true
      announced = received
    },
    total: () => announced,
    count: () => received,
  }
}
