import type { Outcome, VariableView } from '../flow-events.ts'
import type { Parameters } from '../model.ts'
import { textParameter } from './parameters.ts'

export interface RetrySettings {
  /** Retries plus the first one. */
  readonly attempts: number
  /** Pause before an attempt (from 2), in milliseconds. */
  delayBefore(attempt: number): number
}

/** Seconds before each retry, by preset (pipelines.md §2.6). The last one repeats for all further retries. */
const presets: { readonly [preset: string]: readonly number[] } = {
  'retry immediately': [0],
  'short delay': [2],
  'short delay with backoff': [1, 2, 5, 10, 20, 40],
  'long delay': [15],
  'long delay with backoff': [15, 30, 60, 120, 240],
}
const units: { readonly [unit: string]: number } = { second: 1, minute: 60, hour: 3600 }
const MAX_RETRIES = 10_000

/**
 * Reads `numberOfRetries` and `retryDelay`; `Custom` adds `customDelay` (0 to 3600, 1 when absent) and
 * `customDelayUnit` (`Second`, `Minute`, `Hour`; plural tolerated). `faults` has one sentence for each fault.
 */
export function retrySettings(
  parameters: Parameters,
  variables?: VariableView,
): RetrySettings | { readonly faults: readonly string[] } {
  const faults: string[] = []
  const retries = textParameter(parameters, 'numberOfRetries', variables)
  if (!isCount(retries, MAX_RETRIES)) {
    faults.push(`numberOfRetries must be a whole number from 0 to ${MAX_RETRIES}, not "${retries}"`)
  }
  const preset = (textParameter(parameters, 'retryDelay', variables) || 'Retry immediately').toLowerCase()
  const seconds = preset === 'custom' ? customDelay(parameters, variables, faults) : presets[preset]
  if (seconds === undefined) {
    const known =
      'Retry immediately, Short delay, Short delay with backoff, Long delay, Long delay with backoff'
    faults.push(`retryDelay must be one of ${known} or Custom, not "${preset}"`)
  }
  if (faults.length > 0 || seconds === undefined) return { faults }
  return {
    attempts: Number(retries) + 1,
    delayBefore: (attempt) => 1000 * (seconds[attempt - 2] ?? seconds.at(-1)!),
  }
}

function customDelay(parameters: Parameters, variables: VariableView | undefined, faults: string[]) {
  const delay = textParameter(parameters, 'customDelay', variables) || '1'
  const unit = (textParameter(parameters, 'customDelayUnit', variables) || 'second').toLowerCase()
  const seconds = units[unit.replace(/s$/, '')]
  if (!isCount(delay, 3600)) faults.push(`customDelay must be a whole number from 0 to 3600, not "${delay}"`)
  if (seconds === undefined) faults.push(`customDelayUnit must be Second, Minute or Hour, not "${unit}"`)
  return [Number(delay) * (seconds ?? 1)]
}

const isCount = (text: string, most: number) => /^\d{1,9}$/.test(text) && Number(text) <= most

/**
 * How a retry ends, by its last attempt. Updates are left out: they already carried on from attempt to
 * attempt.
 */
export function retryOutcome(last: Outcome, attempts: number): Outcome {
  const { updates: _, ...rest } = last
  if (last.result === 'SKIPPED') return { ...rest, result: 'SUCCESS' }
  if (last.result === 'SUCCESS') return rest
  const made = attempts === 1 ? 'after 1 attempt' : `after ${attempts} attempts`
  return { ...rest, message: `${last.message || 'It failed without a message'} (${made})` }
}
