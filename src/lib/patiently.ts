import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 400

/**
 * Repeats an action until it succeeds, or fails with an error that is final; the others are handed to
 * `onRetry`. A process that is stopping does not wait.
 */
export async function patiently<T>(
  isFinal: (error: unknown) => boolean,
  onRetry: (error: unknown) => void,
  action: () => Promise<T>,
): Promise<T> {
  for (let waitMs = FIRST_RETRY_MS; ; waitMs = Math.min(2 * waitMs, LAST_RETRY_MS)) {
    try {
      return await action()
    } catch (error) {
      if (isFinal(error)) throw error
      onRetry(error)
      await sleep(waitMs, undefined, { ref: false })
    }
  }
}
