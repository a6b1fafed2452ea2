import type { GateResult, Outcome } from '../../../pipeline/flow-events.ts'
import { failure, success } from '../outcome.ts'
import type { Gate } from './gate-properties.ts'

/** What results call a gate. */
export function gateName({ name, type, columns, column }: Partial<Gate>): string {
  if (name !== undefined && name.trim() !== '') return name.trim()
  const about = Array.isArray(columns) && columns.length > 0 ? columns.join(', ') : (column ?? '')
  return `${type ?? 'Gate'}${about === '' ? '' : ` of ${about}`}`
}

/** One gate in one sentence, as messages and the log say it. */
export function gateSentence({ name, result, expected, actual, keptIn }: GateResult): string {
  if (result === 'PASSED') return `Gate "${name}" passed: expected ${expected}, found ${actual}`
  const kept = keptIn === undefined ? '' : `; failed rows are in ${keptIn}`
  return `Gate "${name}" failed: expected ${expected}, found ${actual}${kept}`
}

export const stops = ({ onFailure, result }: GateResult): boolean =>
  onFailure === 'STOP' && result === 'FAILED'

export const warns = ({ onFailure, result }: GateResult): boolean =>
  onFailure === 'WARN' && result === 'FAILED'

/**
 * How a step ends whose gates were checked: `message` and `counts` are of what it wrote, which is gone where
 * one stopped.
 */
export function outcomeOfGates(
  { results, stopped }: { readonly results: readonly GateResult[]; readonly stopped: string | undefined },
  message: string,
  counts: Pick<Outcome, 'rowCount' | 'byteCount' | 'changes' | 'queryId'>,
): Outcome {
  if (stopped !== undefined)
    return failureOfGates(results, `${stopped}. Nothing was published: the table is as it was`)
  const warnings = results.filter(warns).map((one) => `Warning: ${gateSentence(one)}`)
  return success([message, ...warnings].join('\n'), { ...counts, gates: results })
}

export const failureOfGates = (results: readonly GateResult[], message: string): Outcome =>
  failure(message, { gates: results })

/** The gates among a component's parameters, which are checked. */
export const gatesOf = (parameters: object): readonly Gate[] =>
  (parameters as { readonly gates?: readonly Gate[] }).gates ?? []

/** How a load ends that may have gates. */
export const successOfLoad = (
  { gated }: { readonly gated?: Parameters<typeof outcomeOfGates>[0] | undefined },
  message: string,
  counts: Pick<Outcome, 'rowCount' | 'byteCount' | 'changes'>,
): Outcome => (gated === undefined ? success(message, counts) : outcomeOfGates(gated, message, counts))
