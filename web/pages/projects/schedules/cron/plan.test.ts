import { expect, test } from 'vitest'
import { expressionOf, firstPlan, planOf } from './plan.ts'
import { readCron } from './reading.ts'

test.each([
  '0 * * * * ?',
  '0 0/5 * * * ?',
  '0 30 * * * ?',
  '0 0 6 * * ?',
  '0 45 17 ? * MON,WED,SUN',
  '0 0 6 1 * ?',
  '0 0 6 L * ?',
  '0 0 6 LW * ?',
  '0 0 6 ? * MON#1',
  '0 0 6 ? * FRIL',
])('the builder shows %s and gives it back unchanged', (expression) => {
  const plan = planOf(expression)
  expect(plan.kind).not.toBe('other')
  expect(expressionOf(plan)).toBe(expression)
  expect(readCron(expression)).toBeDefined()
})

test.each(['0 0/5 14,18 * * ?', '15 0 6 * * ?', '0 0 6 L-3 * ?', '0 6 * * *', '0 0 6 * * ? 2027', 'x'])(
  'the builder leaves %s to those who wrote it',
  (expression) => {
    const plan = planOf(expression)
    expect(plan.kind).toBe('other')
    expect(expressionOf(plan)).toBeUndefined()
  },
)

test('a weekly plan without a day and a time that is not written yet are no expression', () => {
  expect(expressionOf({ ...firstPlan, kind: 'weekly', weekdays: [] })).toBeUndefined()
  expect(expressionOf({ ...firstPlan, time: '' })).toBeUndefined()
})
