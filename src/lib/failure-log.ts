import type { Log } from './log.ts'

/**
 * How often the same failure is logged: while a database is away, everything that needs it fails every few
 * seconds.
 */
const SAME_FAILURE_MS = 60_000

/** Logs failures of one thing. The same failure within the next minute is logged as a debug line. */
export function failureLog(
  log: Log,
  level: 'warn' | 'error',
  message: string,
  fields: object = {},
): (error: unknown) => void {
  let last: { readonly text: string; readonly at: number } | undefined
  return (error) => {
    const [text, at] = [String(error), performance.now()]
    const isSame = last?.text === text && at - last.at < SAME_FAILURE_MS
    if (!isSame) last = { text, at }
    log[isSame ? 'debug' : level]({ err: error, ...fields }, message)
  }
}
