/** At most so many at a time; the others wait in the order they came. */
export interface Limit {
  /** Resolves with the way out when there is room. Rejects with the signal's reason when it aborts first. */
  enter(signal: AbortSignal): Promise<() => void>
}

export function createLimit(size: number): Limit {
  let inside = 0
  const waiting: (() => void)[] = []

  function leave() {
    const next = waiting.shift()
    // The slot is passed on, not released, so a caller that arrives in between cannot take it.
    if (next === undefined) inside--
    else next()
  }

  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (inside < size) inside++
      else await turn(waiting, signal)
      return leave
    },
  }
}

function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      waiting.splice(waiting.indexOf(enter), 1)
      reject(signal.reason)
    }
    waiting.push(enter)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
