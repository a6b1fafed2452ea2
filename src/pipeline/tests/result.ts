import type { Fault } from '../model.ts'
import { testNameOf } from '../names.ts'

/** What became of one expectation. */
export interface AssertionResult {
  /** What was looked at, e.g. `rows of by_region`. */
  readonly what: string
  /** Where the test states it. */
  readonly line: number
  readonly passed: boolean
  readonly expected: string
  readonly actual: string
}

export interface TestResult {
  readonly name: string
  readonly file: string
  readonly status: 'PASSED' | 'FAILED' | 'CANCELLED'
  readonly durationMs: number
  /**
   * Why the test could not be carried out to its end, or why the run failed that was to fail, where more was
   * expected.
   */
  readonly message: string | undefined
  readonly assertions: readonly AssertionResult[]
  /** What the run wrote; the last lines of a long one. */
  readonly log: readonly string[]
}

/** A test that cannot be read is a failed one. */
export const brokenTest = (file: string, faults: readonly Fault[]): TestResult => ({
  name: testNameOf(file) ?? file,
  file,
  status: 'FAILED',
  durationMs: 0,
  message: faults
    .map((one) => `${one.file}:${one.line}: ${one.message}${one.hint ? `. ${one.hint}` : ''}`)
    .join('\n'),
  assertions: [],
  log: [],
})

/**
 * Why an execution that ran tests failed although none of these did: they had no database, or their runner
 * was lost. Undefined when that is not so.
 */
export const failureBesideTests = ({ status, message, tests }: TestedExecution): string | undefined =>
  status === 'FAILED' && tests.every((test) => test.status !== 'FAILED')
    ? (message ?? 'The tests could not be run')
    : undefined

interface TestedExecution {
  readonly status: string
  readonly message?: string | undefined
  readonly tests: readonly { readonly status: string }[]
}
