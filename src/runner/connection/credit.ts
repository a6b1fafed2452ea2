/** How many executions this session may be given: what it has received and the places that are free. */
export interface Credit {
  /** An execution arrived and takes a place. */
  received(): void
  /** One has run to its end, which is on its way to the disk. Its place is free, unless very many ends are on their way. */
  ended(): void
  /** One is done; `hadEnded` says whether `ended` was called for it. */
  released(hadEnded: boolean): void
  /** A new session counts from its beginning. */
  restart(): void
  /** Nothing new is wanted any more: the total stays where it is. */
  close(): void
  /** Number to announce: executions received so far in this session plus free places. */
  total(): number
  /** Executions received so far in this session. */
  count(): number
}

/**
 * At most `maxExecutions` run, and as many more may have ended and not be on disk yet. `onChange` is called after every
 * new total; it never goes down within a session.
 */
export function createCredit(maxExecutions: number, onChange: () => void): Credit {
  let received = 0
  let running = 0
  let ending = 0
  let closed = false
  let announced = maxExecutions

  function changed() {
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
