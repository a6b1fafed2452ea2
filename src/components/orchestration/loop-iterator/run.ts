import { iterationsOf } from '../../common/iterations.ts'
import { numberOf } from '../../common/numbers.ts'
import { iterator } from '../../component.ts'
import { declaration, ENDLESS } from './properties.ts'

/** A guard against loops without end; the flow has its own, lower limit (pipelines.md §2.7). */
const MAX_ITERATIONS = 1_000_000

/** start, start + increment, … up to the end, both included; a negative increment counts down. */
export const run = iterator(declaration, async (context, parameters) => {
  const { variableToIterate, startingValue, incrementValue, endValue } = parameters
  const given = { 'Starting Value': startingValue, 'Increment Value': incrementValue, 'End Value': endValue }
  const faults = Object.entries(given).flatMap(([label, value]) =>
    numberOf(value) === undefined ? [`${label} is "${value}"; it must be a number`] : [],
  )
  if (faults.length > 0) return { failed: faults.join('. ') }
  const values = loopValues(Number(startingValue), Number(incrementValue), Number(endValue))
  if (typeof values === 'string') return { failed: values }
  return iterationsOf(
    context.variables,
    [variableToIterate],
    values.map((value) => [value]),
  )
})

/** The numbers of a loop, or why there are none. Decimal steps give decimal numbers: 0.1, 0.2, 0.3. */
export function loopValues(start: number, increment: number, end: number): readonly number[] | string {
  if (increment === 0) return ENDLESS
  if (Math.max(Math.abs(start), Math.abs(end)) > Number.MAX_SAFE_INTEGER)
    return `The loop would not count exactly: numbers beyond ${Number.MAX_SAFE_INTEGER} are not kept to their last digit`
  // 0.3 / 0.1 is 2.9999999999999996: the last value must not be lost to that.
  const count = Math.floor((end - start) / increment + 1e-9) + 1
  if (count > MAX_ITERATIONS)
    return `The loop has ${count} iterations; at most ${MAX_ITERATIONS} are possible`
  const digits = Math.max(...[start, increment].map(decimals))
  return Array.from({ length: Math.max(count, 0) }, (_, index) => rounded(start + index * increment, digits))
}

const decimals = (value: number): number =>
  /\.(\d+)/.exec(value.toFixed(12).replace(/0+$/, ''))?.[1]?.length ?? 0
const rounded = (value: number, digits: number): number => Number(value.toFixed(digits))
