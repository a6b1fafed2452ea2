import { expect, test } from 'vitest'
import { newId } from './ids.ts'
import { isSampled, spanIdOf, stepHeaders, traceContextOf, traceOf } from './trace-context.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const given = `00-${TRACE}-${SPAN}-01`
const always = { ratio: 1, parentBased: true }
const root = newId()

test.each([
  ['nothing', {}],
  ['a version that cannot be', { traceparent: `ff-${TRACE}-${SPAN}-01` }],
  ['a trace without an id', { traceparent: `00-${'0'.repeat(32)}-${SPAN}-01` }],
  ['a caller without an id', { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }],
  ['capitals', { traceparent: given.toUpperCase() }],
  ['two headers', { traceparent: [given, given] }],
  ['a state alone', { tracestate: 'a=1' }],
])('%s is no trace, and no error', (_, headers) => {
  expect(traceContextOf(headers)).toBeUndefined()
})

test('what a later version of the standard appends is left out, and a state that is too long is', () => {
  expect(traceContextOf({ traceparent: `01-${TRACE}-${SPAN}-03-more`, tracestate: 'a=1, b=2' })).toBe(
    `${given} a=1, b=2`,
  )
  expect(traceContextOf({ traceparent: given, tracestate: `a=${'x'.repeat(600)}` })).toBe(given)
})

test('a step continues the trace of its execution with a span of its own, the same in every session', () => {
  const trace = traceOf(root, `${given} a=1, b=2`)
  const step = () => stepHeaders(trace, always, root, 'Step')
  expect(step()).toEqual({ traceparent: `00-${TRACE}-${spanIdOf(root, 'Step')}-01`, tracestate: 'a=1, b=2' })
  expect(step()).toEqual(step())
  expect(stepHeaders(trace, always, root, 'Other')).not.toEqual(step())
})

test('where nothing is recorded the trace of the caller is passed on as it is, and without one there is none', () => {
  expect(stepHeaders(traceOf(root, given), undefined, root, 'Step')).toEqual({ traceparent: given })
  expect(stepHeaders(traceOf(root, null), undefined, root, 'Step')).toBeUndefined()
  expect(stepHeaders(traceOf(root, null), always, root, 'Step')?.traceparent).toContain(
    root.replaceAll('-', ''),
  )
})

test('of traces without a caller the share is recorded that was asked for; a caller decides for itself', () => {
  const sampled = (ratio: number) =>
    Array.from({ length: 4_000 }, () => traceOf(newId(), null)).filter((trace) =>
      isSampled(trace, { ratio, parentBased: true }),
    ).length / 4_000
  expect(sampled(0)).toBe(0)
  expect(sampled(1)).toBe(1)
  expect(sampled(0.25)).toBeGreaterThan(0.2)
  expect(sampled(0.25)).toBeLessThan(0.3)
  const dark = traceOf(root, `00-${TRACE}-${SPAN}-00`)
  expect(isSampled(dark, always)).toBe(false)
  expect(isSampled(dark, { ratio: 1, parentBased: false })).toBe(true)
  expect(isSampled(traceOf(root, given), { ratio: 0, parentBased: true })).toBe(true)
})
