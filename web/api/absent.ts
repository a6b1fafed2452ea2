import { isProblem } from './problem.ts'

/**
 * What a read answered, or `absent` when there is no such thing, where that is no failure: a failed read
 * without data is repeated whenever the window gets focus, and removes the content shown instead. Throws
 * other problems.
 */
export function orAbsent<T, A>({ data, error }: { data?: T; error?: unknown }, absent: A): T | A {
  if (data !== undefined) return data
  if (isProblem(error) && error.status === 404) return absent
  throw error
}

/** The same of a read that throws: `readEvery(…).catch(unlessAbsent([]))`. */
export const unlessAbsent =
  <A>(absent: A) =>
  (error: unknown): A =>
    orAbsent<A, A>({ error }, absent)
