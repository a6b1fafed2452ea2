import type { operations } from '../../../../openapi/types.generated.ts'

/** A test execution with its tests, and as lists have it. */
export type TestExecution = operations['getTestExecution']['responses'][200]['content']['application/json']
export type TestExecutionSummary =
  operations['listTestExecutions']['responses'][200]['content']['application/json']['results'][number]
export type TestResult = TestExecution['tests'][number]
export type NewTestExecution = operations['createTestExecution']['requestBody']['content']['application/json']

/** What was tested, in words: a version, a branch or commit, or a draft. */
export function testedSource({ versionName, ref, draft }: TestExecutionSummary): string {
  if (draft !== undefined) return `Draft of ${draft}`
  return ref ?? versionName
}

/** What was chosen, in words. */
export function chosenTests({ scope, pipelines = [], totals }: TestExecutionSummary): string {
  if (scope === 'PROJECT') return 'All tests'
  if (scope === 'PIPELINE') return `Tests of ${pipelines.join(', ')}`
  return totals.total === 1 ? 'One test' : `${totals.total} tests`
}

/** How tests ended, in words; what there is none of is left out. */
export function totalsText({ total, passed, failed, cancelled }: TestExecutionSummary['totals']): string {
  const open = total - passed - failed - cancelled
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
    ...(open > 0 ? [`${open} to go`] : []),
  ]
  return `${parts.join(', ')} of ${total}`
}

/** The names of a text that has one on each line. */
export const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/\.test\.yaml$/, ''))
    .filter((line) => line !== '')
