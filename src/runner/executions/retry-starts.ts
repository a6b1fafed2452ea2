import { keyOfRetry } from '../../pipeline/flow/keys.ts'
import type { Pipeline } from '../../pipeline/model.ts'

interface Begun {
  readonly name: string
  readonly key: string
}

/** When retries began: with their first attempt, while the step of a retry itself begins when all is over. */
export interface RetryStarts {
  note(begun: Begun, at: Date): void
  /** Of a retry that ends now; undefined when the visit is none. */
  take(key: string): Date | undefined
}

/** `history`: what began in earlier sessions, in that order. */
export function createRetryStarts(
  { components }: Pick<Pipeline, 'components'>,
  history: readonly (Begun & { readonly startedAt: string })[],
): RetryStarts {
  const retries = new Map<string, string>()
  for (const { name, type, iterationTarget } of components.values())
    if (type === 'retry' && iterationTarget !== undefined) retries.set(iterationTarget, name)
  const starts = new Map<string, Date>()

  function note({ name, key }: Begun, at: Date): void {
    const retry = retries.get(name)
    if (retry === undefined) return
    const own = keyOfRetry(key, name, retry)
    if (!starts.has(own)) starts.set(own, at)
    note({ name: retry, key: own }, at)
  }

  for (const one of history) note(one, new Date(one.startedAt))
  return {
    note,
    take(key) {
      const start = starts.get(key)
      starts.delete(key)
      return start
    },
  }
}
