import { wholeNumberFault } from './numbers.ts'

const DEFAULT_TIMEOUT_SECONDS = 3_600
/** A week: longer is not a step of a pipeline but a service. */
export const timeoutRange = { least: 1, most: 604_800 }

/** A script's `timeout` parameter in seconds, an hour when it is absent or empty, or why it cannot be one. */
export function timeoutOf(
  timeout: string | undefined,
): { readonly seconds: number } | { readonly fault: string } {
  if (timeout === undefined || timeout.trim() === '') return { seconds: DEFAULT_TIMEOUT_SECONDS }
  const [fault] = wholeNumberFault('Timeout ("timeout")', timeout, timeoutRange)
  return fault === undefined ? { seconds: Number(timeout) } : { fault }
}
