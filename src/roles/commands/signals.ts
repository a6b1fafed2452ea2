/** Aborts at the first SIGTERM or SIGINT. A second one ends the process immediately. */
export function untilStopped(): AbortSignal {
  const stop = new AbortController()
  const stopping = (signal: NodeJS.Signals) => {
    if (stop.signal.aborted) process.exit(130)
    stop.abort(signal)
  }
  process.on('SIGTERM', stopping)
  process.on('SIGINT', stopping)
  return stop.signal
}

/** Resolves when `signal` aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
