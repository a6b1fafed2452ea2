import type { Outcome } from '../../pipeline/flow-events.ts'
import { failures } from '../../pipeline/tests/junit.ts'
import type { AssertionResult, TestResult } from '../../pipeline/tests/result.ts'
import { RESULT_PARAMETER } from '../../pipeline/tests/tests-flow.ts'
import type { WireExecuted } from '../../protocol/step-outcome.ts'
import type { RunContext } from '../run-context.ts'

/** Texts of one test that are kept, and of each of them. */
const MAX_TEST_CHARACTERS = 200_000
const MAX_TEXT_CHARACTERS = 10_000

/**
 * The result of a test as the outcome of its step and what the step records beside it: masked, long texts
 * cut.
 */
export function recordedResult(
  result: TestResult,
  { masking, executedBudget }: Pick<RunContext, 'masking' | 'executedBudget'>,
): readonly [Outcome, WireExecuted | undefined] {
  let left = Math.min(MAX_TEST_CHARACTERS, executedBudget.characters)
  const kept = (text: string): string => {
    const masked = masking.mask(text)
    const shown = masked.slice(0, Math.min(MAX_TEXT_CHARACTERS, left))
    left -= shown.length
    executedBudget.characters -= shown.length
    return shown.length === masked.length ? shown : `${shown}…`
  }
  const { status, message, durationMs } = result
  // What failed comes first, so that it is what is kept of a test with a thousand expectations.
  const inOrder = result.assertions.toSorted((one, other) => Number(one.passed) - Number(other.passed))
  const texts = new Map(inOrder.map((one) => [one, textsOf(one, kept)]))
  const value = {
    status,
    durationMs,
    ...(message !== undefined && { message: kept(message) }),
    assertions: result.assertions.map((one) => texts.get(one)),
  }
  const executed = { parameters: [{ name: RESULT_PARAMETER, value }] }
  if (status === 'PASSED') return [{ result: 'SUCCESS' }, executed]
  return [{ result: 'FAILED', message: kept(failures(result)[0] ?? '') }, executed]
}

const textsOf = ({ line, passed, ...texts }: AssertionResult, kept: (text: string) => string) => ({
  what: kept(texts.what),
  line,
  passed,
  expected: kept(texts.expected),
  actual: kept(texts.actual),
})
