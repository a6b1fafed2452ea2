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
