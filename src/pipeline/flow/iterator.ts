import type { Outcome, VariableUpdate, VariableView } from '../flow-events.ts'
import type { Component, Parameters } from '../model.ts'
import type { RunVariable } from '../variables.ts'
import { textParameter } from './parameters.ts'
import { updateFaults } from './scope.ts'

const iteratorTypes = new Set([
  'fixed-iterator',
  'loop-iterator',
  'grid-iterator',
  'table-iterator',
  'file-iterator',
])

/** Whether a component repeats another one with values of its own (pipelines.md §2.7). */
export const isIterator = (component: Component) => iteratorTypes.has(component.type)

/**
 * The progress of an open iterator. Only counts: what an event costs does not grow with iterations that
 * ended.
 */
export interface Iterations {
  readonly values: readonly (readonly VariableUpdate[])[]
  readonly concurrent: boolean
  readonly breakOnFailure: boolean
  /** Iterations issued so far. */
  begun: number
  ended: number
  cancelled: number
  failed: number
  firstFailure: { readonly iteration: number; readonly message: string } | undefined
}

/** Begins an iterator; its values are fixed from here on. */
export function openIterations(
  { parameters }: Component,
  values: Iterations['values'],
  variables: VariableView,
): Iterations {
  const concurrent = isConcurrent(parameters, variables)
  const breakOnFailure = ['yes', 'true'].includes(word(parameters, 'breakOnFailure', variables))
  return {
    values,
    concurrent,
    breakOnFailure,
    begun: 0,
    ended: 0,
    cancelled: 0,
    failed: 0,
    firstFailure: undefined,
  }
}

/** Whether the iterations run in parallel, as far as that is known without variables. */
export const isConcurrent = (parameters: Parameters, variables?: VariableView): boolean =>
  word(parameters, 'concurrency', variables) === 'concurrent'

const word = (parameters: Parameters, key: string, variables: VariableView | undefined): string =>
  textParameter(parameters, key, variables).toLowerCase()

/**
 * How many more iterations may begin now that none or one has ended: all of a concurrent iterator at once, so
 * that `breakOnFailure` has nothing to stop there; of a sequential one the next.
 */
export function startable({ values, begun, concurrent, breakOnFailure, failed }: Iterations): number {
  const left = values.length - begun
  if (concurrent) return left
  return breakOnFailure && failed > 0 ? 0 : Math.min(1, left)
}

/**
 * Notes how one iteration ended. The first failure is the one of the lowest number, in whatever order they
 * end.
 */
export function noteIteration(iterations: Iterations, iteration: number, outcome: Outcome): void {
  iterations.ended++
  if (outcome.result === 'SUCCESS' || outcome.result === 'SKIPPED') return
  if (outcome.result === 'CANCELLED') iterations.cancelled++
  iterations.failed++
  if (iterations.firstFailure !== undefined && iterations.firstFailure.iteration < iteration) return
  iterations.firstFailure = { iteration, message: outcome.message || 'it failed without a message' }
}

/** How an iterator ends once nothing of it is left to run. */
export function iterationsOutcome(iterations: Iterations, cancelled: boolean): Outcome {
  const { values, ended, failed, firstFailure } = iterations
  const done = number(ended - iterations.cancelled)
  const all = count(values.length)
  if (cancelled) return { result: 'CANCELLED', message: `Cancelled after ${done} of ${all}` }
  if (values.length === 0) return { result: 'SUCCESS', message: 'There was nothing to iterate over' }
  if (firstFailure === undefined) return { result: 'SUCCESS', message: `${all} succeeded` }
  const left = values.length - ended
  const stopped = left > 0 ? `, ${number(left)} not started` : ''
  const first = `first failure, iteration ${firstFailure.iteration}: ${firstFailure.message}`
  return { result: 'FAILED', message: `${number(failed)} of ${all} failed${stopped}; ${first}` }
}

const aboveLimit = /are more than the ([\d,]+) allowed/

/** The limit that the message of an iterator names when it had too many values; undefined otherwise. */
export function iterationLimitIn(message: string): number | undefined {
  const limit = aboveLimit.exec(message)?.[1]
  return limit === undefined ? undefined : Number(limit.replaceAll(',', ''))
}

/** Why these iterations cannot begin, in one text, or undefined. */
export function valueFaults(
  { values, concurrent }: Pick<Iterations, 'values' | 'concurrent'>,
  variables: ReadonlyMap<string, RunVariable>,
  most: number,
): string | undefined {
  if (values.length > most) {
    return `${count(values.length)} are more than the ${number(most)} allowed: iterate over fewer values`
  }
  const faults = [
    ...updateFaults(variables, values.flat()),
    ...(concurrent ? sharedFaults(values, variables) : []),
  ]
  if (faults.length === 0) return undefined
  const more = faults.length > 10 ? [`and ${number(faults.length - 10)} more`] : []
  return [...faults.slice(0, 10), ...more].join('; ')
}

function sharedFaults(
  values: Iterations['values'],
  variables: ReadonlyMap<string, RunVariable>,
): readonly string[] {
  const names = new Set(values.flat().map(({ variable }) => variable))
  return [...names].filter((name) => variables.get(name)?.scope === 'SHARED').map(sharedInParallel)
}

/** What is wrong with a SHARED variable that a concurrent iterator sets. */
export const sharedInParallel = (name: string): string =>
  `"${name}" is SHARED: parallel iterations cannot each have a value of it. Make it COPIED, or iterate sequentially`

const number = (n: number) => n.toLocaleString('en-US')
const count = (n: number) => (n === 1 ? '1 iteration' : `${number(n)} iterations`)
