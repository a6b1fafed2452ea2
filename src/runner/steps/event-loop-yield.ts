/**
 * Steps without effects follow one another without ever waiting, and a long loop of them would keep the
 * process from its heartbeats. What comes back makes them wait for everything else once they held the thread
 * for `maxMs`.
 */
export function createEventLoopYield(maxMs = 10): () => Promise<void> | undefined {
  let since: number | undefined

  const turnOver = () => {
    since = undefined
  }

  return () => {
    const now = performance.now()
    if (since === undefined) {
      since = now
      setImmediate(turnOver)
    }
    if (now - since < maxMs) return undefined
    return new Promise((resolve) => setImmediate(resolve))
  }
}
