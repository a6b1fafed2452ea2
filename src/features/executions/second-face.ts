import type { Execution, Step } from './schema.ts'

/**
 * An execution as programs of the second face read it (decisions.md §15): its members stand below `result`
 * once more.
 */
export const secondExecution = (execution: Execution) => ({ ...execution, result: execution })

/** A step as those programs read it: `result` is an object. */
export const secondStep = (step: Step) => {
  const { result: status, startedAt, finishedAt, message } = step
  return { ...step, result: { status, startedAt, finishedAt, message } }
}

export const secondSteps = (page: { readonly results: readonly Step[] }) => ({
  ...page,
  results: page.results.map(secondStep),
})
