/** How long a computation holds the thread before others get it. */
const SLICE_MS = 5

/**
 * The result of a computation that is too long to be done in one go: it gives the thread away between its steps, once
 * `sliceMs` are over. A single step that takes longer holds the thread all the same.
 */
export async function inSlices<T>(steps: Generator<undefined, T>, sliceMs = SLICE_MS): Promise<T> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - since < sliceMs) continue
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}

/** Does one work at a time, in the order in which they were asked for. One that fails is not in the way of the next. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
