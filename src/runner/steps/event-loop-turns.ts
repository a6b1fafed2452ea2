/** Who may hold the thread, and for how long: each turn of the event loop is shared out among what runs. */
export interface EventLoopTurns {
  /** Resolves after what waits already has come to rest, in this turn of the event loop or a later one. */
  enter(): Promise<void>
  /**
   * Undefined while the current turn lasts; what comes back otherwise makes the caller wait for everything
   * else.
   */
  yield(): Promise<void> | undefined
}

/**
 * Steps without effects follow one another without ever waiting, and a long loop of them would keep the
 * process from its heartbeats: after `maxMs` everything else has its turn. Reports leave at the end of a
 * turn, and the API writes them while the runner goes on: of a hundred short executions that arrive together
 * the first are on disk before the last have begun. What waits goes on one after the other and not side by
 * side, so that a short execution is over before the next one begins: its reports leave in one frame, and are
 * one write.
 */
export function createEventLoopTurns(maxMs = 2): EventLoopTurns {
  const waiting: (() => void)[] = []
  let since: number | undefined
  let isResuming = false

  const turnOver = () => {
    since = undefined
  }

  function isOver(): boolean {
    const now = performance.now()
    if (since === undefined) {
      since = now
      setImmediate(turnOver)
    }
    return now - since >= maxMs
  }

  function enter(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve)
      if (isResuming) return
      isResuming = true
      setImmediate(resumeNext)
    })
  }

  function resumeNext(): void {
    const resume = waiting.shift()
    isResuming = resume !== undefined
    if (resume === undefined) return
    resume()
    // A tick comes when no microtask is left: what was resumed waits for something else by then, or has
    // ended.
    queueMicrotask(() => process.nextTick(resumeUnlessOver))
  }

  function resumeUnlessOver(): void {
    if (isOver()) setImmediate(resumeNext)
    else resumeNext()
  }

  return { enter, yield: () => (isOver() ? enter() : undefined) }
}
