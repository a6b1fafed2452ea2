import { freeName } from '../editing/components.ts'
import type { Component, Pipeline } from '../model.ts'

/**
 * The pipeline of an execution that runs tests: its name is no pipeline's, since every one is read from a
 * file.
 */
export const TESTS_PIPELINE = '*.test.yaml'

/** The type of its components that carry out one test each. No component of a file has it. */
export const TEST_STEP = 'run-test'

/** What such a step records its result as, beside its outcome. */
export const RESULT_PARAMETER = 'testResult'

/** Tests of one execution. */
const MAX_TESTS = 1_000

/** Why so many tests are not run in one execution; undefined where they are. */
export const tooManyTests = (count: number): string | undefined =>
  count > MAX_TESTS ? `${count} tests are more than ${MAX_TESTS}; select those to run` : undefined

/** Tests at once: each has a database of its own. */
const LANES = 4

/**
 * The flow that runs tests, some at once: a component for each with the test's name, in lanes of one after
 * the other. A test that fails stops none, and the execution ends as FAILED.
 */
export function testsFlow(names: readonly string[]): Pipeline {
  const taken = new Set(names)
  const start = freeName(taken, 'Start')
  const anyFailed = freeName(taken, 'Any Test Failed')
  const end = freeName(taken, 'Tests Failed')
  const lanes = Array.from({ length: Math.min(LANES, names.length) }, (_, lane) =>
    names.filter((_name, at) => at % LANES === lane),
  )
  const tests = lanes.flatMap((lane) =>
    lane.map((name, at) =>
      component(name, TEST_STEP, {
        failure: [anyFailed],
        ...(at + 1 < lane.length && { unconditional: [lane[at + 1]!] }),
      }),
    ),
  )
  const all = [
    component(start, 'start', { unconditional: lanes.map(([first]) => first!) }),
    ...tests,
    component(anyFailed, 'or', { unconditional: [end] }),
    component(end, 'end-failure', {}),
  ]
  return {
    name: TESTS_PIPELINE,
    kind: 'orchestration',
    description: '',
    components: new Map(all.map((one) => [one.name, one])),
    variables: new Map(),
  }
}

const component = (name: string, type: string, transitions: Component['transitions']): Component => ({
  name,
  type,
  parameters: { componentName: name },
  transitions,
  sources: [],
  iterationTarget: undefined,
  postProcessing: undefined,
  skipped: false,
  line: 1,
})
