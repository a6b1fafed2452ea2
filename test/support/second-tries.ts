import type { Reporter, TestCase } from 'vitest/node'

/**
 * Lists at the end of a run, after everything else, the tests that failed once and passed when they were
 * tried again. Each is a race, in the test or in the product: find it.
 */
export class SecondTries implements Reporter {
  readonly #tests: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#tests.push(test)
  }

  onTestRunEnd(): void {
    if (this.#tests.length === 0) return
    console.log(`\nPassed only at the second try: ${this.#tests.length}`)
    for (const test of this.#tests) {
      const [first] = test.result().errors ?? []
      console.log(`  ${test.module.relativeModuleId} > ${test.fullName}\n    ${first?.message ?? ''}`)
    }
  }
}
