/** How many executions this session may be given: what it has received and the places that are free. */
export interface Credit {
  /** An execution arrived and takes a place. */
  received(): void
  /** One that took a place is over. */
  released(): void
  /** A new session counts from its beginning. */
  restart(): void
  /** Nothing new is wanted any more: the total stays where it is. */
  close(): void
  /** Number to announce: executions received so far in this session plus free places. */
  total(): number
  /** Executions received so far in this session. */
  count(): number
}

/** `onChange` is called after every new total; it never goes down within a session. */
export function createCredit(maxExecutions: number, onChange: () => void): Credit {
  let received = 0
  let active = 0
  let closed = false
  let announced = maxExecutions

  function changed() {
    if (closed) return
    const total = received + Math.max(0, maxExecutions - active)
    if (total === announced) return
    announced = total
    onChange()
  }

  return {
    received() {
      received++
      active++
      changed()
    },
    released() {
      active = Math.max(0, active - 1)
      changed()
    },
    restart() {
      received = 0
      active = 0
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
