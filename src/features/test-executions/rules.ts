import { testNameOf } from '../../pipeline/names.ts'
import type { AssertionResult, TestResult } from '../../pipeline/tests/result.ts'
import { RESULT_PARAMETER } from '../../pipeline/tests/tests-flow.ts'
import type { ExecutionState } from '../executions/states.ts'
import { isTerminal } from '../executions/states.ts'
import type { NewTestExecution, TestExecutionSummary, TestOfExecution, TestTotals } from './schema.ts'
import type { TestRun, TestStep } from './store.ts'

/** What is wrong with the choice of tests, one sentence each. */
export function scopeViolations({ scope, tests, pipelines }: NewTestExecution): string[] {
  const needs = scope === 'TEST' ? 'tests' : scope === 'PIPELINE' ? 'pipelines' : undefined
  const given = { tests, pipelines }
  return (['tests', 'pipelines'] as const).flatMap((member) => {
    if (member === needs)
      return given[member] === undefined ? [`body/${member} is required with the scope ${scope}`] : []
    return given[member] === undefined ? [] : [`body/${member} has no effect with the scope ${scope}`]
  })
}

/** The tests among these files that are wanted; names that no file has are violations. */
export function chosenTests(
  paths: readonly string[],
  { scope, tests = [] }: NewTestExecution,
): { readonly names: readonly string[]; readonly violations: readonly string[] } {
  const all = paths.flatMap((path) => testNameOf(path) ?? []).toSorted()
  if (scope !== 'TEST') return { names: all, violations: [] }
  const wanted = [...new Set(tests.map((name) => testNameOf(name) ?? name))]
  const unknown = wanted.filter((name) => !all.includes(name))
  return {
    names: wanted,
    violations: unknown.map((name) => `body/tests: there is no test ${JSON.stringify(name)}`),
  }
}

/** A test execution as lists show it. */
export function shownSummary({ execution, scalars, grids, counts }: TestRun): TestExecutionSummary {
  const { pipelineExecutionId, pipelineName, pipelineType, trigger, variables, ...facts } = execution
  const pipelines = grids.pipelines?.map(([name = '']) => name)
  return {
    testExecutionId: pipelineExecutionId,
    scope: scalars.scope,
    ...(pipelines !== undefined && { pipelines }),
    ...facts,
    totals: totalsOf(execution.status, scalars.scope, grids.tests.length, counts),
  }
}

function totalsOf(
  status: ExecutionState,
  scope: TestRun['scalars']['scope'],
  chosen: number,
  { SUCCESS = 0, FAILED = 0, CANCELLED = 0, SKIPPED = 0, RUNNING = 0 }: TestRun['counts'],
): TestTotals {
  const begun = SUCCESS + FAILED + CANCELLED + SKIPPED + RUNNING
  const total = scope === 'PIPELINE' ? begun : chosen
  return {
    total,
    passed: SUCCESS,
    failed: FAILED,
    cancelled: isTerminal(status) ? total - SUCCESS - FAILED : CANCELLED,
  }
}

/** Its tests in the order of their names; those that have not begun too, where it is known which they are. */
export function shownTests({ execution, scalars, grids }: TestRun, steps: readonly TestStep[]) {
  const begun = new Map(steps.map((step) => [step.name, step]))
  const names = scalars.scope === 'PIPELINE' ? [...begun.keys()] : grids.tests.map(([name = '']) => name)
  const hasEnded = isTerminal(execution.status)
  return names.map((name) => shownTest(name, begun.get(name), hasEnded))
}

const statuses = {
  RUNNING: 'RUNNING',
  SUCCESS: 'PASSED',
  FAILED: 'FAILED',
  SKIPPED: 'CANCELLED',
  CANCELLED: 'CANCELLED',
} as const

/** What the runner recorded with the step of a test. */
interface Recorded {
  readonly durationMs: number
  readonly message?: string
  readonly assertions: AssertionResult[]
}

function shownTest(name: string, step: TestStep | undefined, hasEnded: boolean): TestOfExecution {
  const file = `${name}.test.yaml`
  if (step === undefined) return { name, file, status: hasEnded ? 'CANCELLED' : 'PENDING', assertions: [] }
  const recorded = step.executed?.parameters?.find((one) => one.name === RESULT_PARAMETER)
  const result = recorded?.value as Recorded | undefined
  const message = result === undefined ? (step.message ?? undefined) : result.message
  return {
    name,
    file,
    status: statuses[step.result],
    ...(result !== undefined && { durationMs: result.durationMs }),
    ...(message !== undefined && { message }),
    assertions: result?.assertions ?? [],
  }
}

/** The same as the report of a run without a server. */
export const reportedTest = ({ name, file, status, durationMs = 0, message, assertions }: TestOfExecution) =>
  ({
    name,
    file,
    status: status === 'PASSED' || status === 'FAILED' ? status : 'CANCELLED',
    durationMs,
    message,
    assertions,
    log: [],
  }) satisfies TestResult
